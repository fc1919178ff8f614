import type { Scenario } from '@assay/schema';

/** Why a task cannot be proven; null if it can. */
export function unprovableReason({ scorers, stages, oracle }: Scenario): string | null {
  if (scorers.length === 0 && stages.length === 0)
    return 'it has neither scorers nor stages: nothing could distinguish a solution from no change';
  return oracle === undefined ? 'it has no oracle: nothing shows that it can be solved' : null;
}
