import type { Scenario } from '@assay/schema';

/** Why trying anything on a task would prove nothing; null when it can. */
export function whyUnprovable({ scorers, stages, oracle }: Scenario): string | null {
  if (scorers.length === 0 && stages.length === 0)
    return 'it has neither scorers nor stages: nothing could tell a solution from nothing';
  return oracle === undefined ? 'it has no oracle: nobody has shown that it can be solved' : null;
}
