import type { Store } from '../store/store.ts';

export interface ExpireEvidenceOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly signal: AbortSignal;
}

// a transaction holds what it removes: small ones keep nobody waiting
const AT_ONCE = 50;

/** Removes the evidence that workspaces no longer want to keep. How many runs there were. */
export async function expireEvidence({ store, signal }: ExpireEvidenceOptions): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const runs = await store.transaction(({ evidence_retention }) => evidence_retention.expire(AT_ONCE));
    removed += runs;
    if (runs < AT_ONCE) break;
  }
  return removed;
}
