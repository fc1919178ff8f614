import type { Store } from '../store/store.ts';
import { deleteBlobs } from './delete-blobs.ts';

export interface ExpireEvidenceOptions {
  readonly store: Pick<Store, 'transaction' | 'blobs' | 'blob_stores'>;
  readonly signal: AbortSignal;
}

// small transactions, because each locks the rows it removes
const AT_ONCE = 50;

/** Removes evidence and transcripts past the retention period of their workspace. Returns the number of runs. */
export async function expireEvidence({ store, signal }: ExpireEvidenceOptions): Promise<number> {
  let removed = 0;
  await store.transaction(({ agent_sessions }) => agent_sessions.expire());
  while (!signal.aborted) {
    const { runs, contents } = await store.transaction(({ evidence_retention }) => evidence_retention.expire(AT_ONCE));
    await deleteBlobs(store, contents);
    removed += runs;
    if (runs < AT_ONCE) break;
  }
  return removed;
}
