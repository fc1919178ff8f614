import type { Store } from '../store/store.ts';

export interface ExpireEvidenceOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly signal: AbortSignal;
}

// small transactions, because each locks the rows it removes
const AT_ONCE = 50;

/** Removes evidence past the retention period of its workspace. Returns the number of runs. */
export async function expireEvidence({ store, signal }: ExpireEvidenceOptions): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const runs = await store.transaction(({ evidence_retention }) => evidence_retention.expire(AT_ONCE));
    removed += runs;
    if (runs < AT_ONCE) break;
  }
  return removed;
}
