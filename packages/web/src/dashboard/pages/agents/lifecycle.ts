import type { Lifecycle } from '@assay/schema';

/** How many evaluations it takes until there is a score to show; the API writes it as `37/50`. */
export const CALIBRATED_AT = 50;

/** The lifecycle of an agent in a word; while it calibrates, how many evaluations of how many it has. */
export function tellLifecycle({ lifecycle, eval_count }: { lifecycle: Lifecycle; eval_count: number }): string {
  switch (lifecycle) {
    case 'calibrating':
      return `${lifecycle} ${eval_count}/${CALIBRATED_AT}`;
    case 'new':
    case 'active':
    case 'mature':
      return lifecycle;
  }
}

/** Whether there is a score to show: new and calibrating agents have none. */
export const isRanked = (lifecycle: Lifecycle): boolean => lifecycle === 'active' || lifecycle === 'mature';
