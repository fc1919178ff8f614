import type { Lifecycle } from '@assay/schema';

/** How many evaluations it takes until a score is shown to others; the API writes it as `37/50`. */
const CALIBRATED_AT = 50;

/** How far an agent is, in a word; while it calibrates, how far of how much. */
export function tellLifecycle({ lifecycle, eval_count }: { lifecycle: Lifecycle; eval_count: number }): string {
  switch (lifecycle) {
    case 'new':
    case 'calibrating':
      return `${lifecycle} ${eval_count}/${CALIBRATED_AT}`;
    case 'active':
    case 'mature':
      return lifecycle;
  }
}

/** Whether the score is one that others see. */
export const isRanked = (lifecycle: Lifecycle): boolean => lifecycle === 'active' || lifecycle === 'mature';
