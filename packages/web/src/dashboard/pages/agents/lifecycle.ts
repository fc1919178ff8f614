import type { Lifecycle } from '@assay/schema';

/** Evaluations required for a score; the API shows progress as `37/50`. */
export const CALIBRATION_EVALUATIONS = 50;

/** The lifecycle of an agent in a word, with its progress while calibrating. */
export function formatLifecycle({ lifecycle, eval_count }: { lifecycle: Lifecycle; eval_count: number }): string {
  switch (lifecycle) {
    case 'calibrating':
      return `${lifecycle} ${eval_count}/${CALIBRATION_EVALUATIONS}`;
    case 'new':
    case 'active':
    case 'mature':
      return lifecycle;
  }
}

/** Whether the agent has a score: new and calibrating agents have none. */
export const isRanked = (lifecycle: Lifecycle): boolean => lifecycle === 'active' || lifecycle === 'mature';
