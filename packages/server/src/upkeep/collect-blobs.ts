import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { deleteBlobs, ownsBlobs } from './delete-blobs.ts';

export interface CollectBlobsOptions {
  readonly store: Pick<Store, 'blobs' | 'blob_stores'>;
  readonly log: Log;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

// far longer than any transaction: the row of a younger blob may not be committed yet
const MIN_AGE_MS = 24 * 3_600_000;
const AT_ONCE = 500;

/** Deletes blobs that no row has, as a crash or a rolled back transaction leaves them. Returns their number. */
export async function collectBlobs({ store, log, now, signal }: CollectBlobsOptions): Promise<number> {
  const { current } = store.blobs;
  if (current === null) return 0;
  if (!(await ownsBlobs(store, current))) {
    log.write('warn', 'blobs_of_another_database', { location: current.location });
    return 0;
  }
  const { location } = current;
  const old_ms = now() - MIN_AGE_MS;
  let deleted = 0;
  let names: string[] = [];
  const collect = async (): Promise<void> => {
    const unused = await store.blob_stores.listUnused(names);
    deleted += await deleteBlobs(
      store,
      unused.map((blob) => ({ location, blob })),
    );
    names = [];
  };
  for await (const { name, modified_ms } of current.list()) {
    if (signal.aborted) return deleted;
    if (modified_ms < old_ms) names.push(name);
    if (names.length === AT_ONCE) await collect();
  }
  await collect();
  return deleted;
}
