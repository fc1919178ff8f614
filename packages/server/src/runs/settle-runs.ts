import type { Store } from '../store/store.ts';
import type { Uncounted } from '../store/tables/runs/run-changes.ts';
import { settleRun } from './settle-run.ts';

const AT_ONCE = 100;
const HOUR_MS = 3_600_000;
// the server may have been down for long before a start; later passes cover the last hour only
const FIRST_LOOK_MS = 30 * 24 * HOUR_MS;

/** Counts stored runs whose server died before counting them. Looks further back the first time. */
export function createRunSettler(store: Store, now: () => number): () => Promise<void> {
  let look_back_ms = FIRST_LOOK_MS;
  return async () => {
    const since = new Date(now() - look_back_ms).toISOString();
    let uncounted: Uncounted[];
    let after: Uncounted | undefined;
    do {
      // tries each run once: one that cannot be counted stays
      uncounted = await store.run_changes.listUncounted({ since, after, limit: AT_ONCE });
      for (const run of uncounted) await settleRun(store, run);
      after = uncounted.at(-1);
    } while (uncounted.length === AT_ONCE);
    look_back_ms = HOUR_MS;
  };
}
