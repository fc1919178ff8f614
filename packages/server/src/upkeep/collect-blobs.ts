import type { BlobStore } from '../store/blobs/blob-store.ts';
import { isOutage } from '../store/is-outage.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { deleteBlobs, ownsBlobs, readMark } from './delete-blobs.ts';

export interface CollectBlobsOptions {
  readonly store: Pick<Store, 'blobs' | 'blob_stores'>;
  readonly log: Log;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

// far longer than any transaction: the row of a younger blob may not be committed yet
const MIN_AGE_MS = 24 * 3_600_000;
const AT_ONCE = 500;

/**
 * Deletes blobs that no row has, as a crash or a rolled back transaction leaves them, in the store of new contents and
 * in earlier ones. Returns their number.
 */
export async function collectBlobs(options: CollectBlobsOptions): Promise<number> {
  const { store, log, signal } = options;
  const { current } = store.blobs;
  const locations = new Set([
    ...(current === null ? [] : [current.location]),
    ...(await store.blob_stores.listLocations()),
  ]);
  let deleted = 0;
  for (const location of locations) {
    if (signal.aborted) break;
    const is_current = location === current?.location;
    try {
      const blobs = store.blobs.at(location);
      // an earlier one without a mark is gone or was handed over
      if (is_current || (await readMark(blobs)) !== undefined) deleted += await collectAt(blobs, options);
    } catch (error) {
      // perhaps an earlier one has no credentials any more
      if (is_current || !isOutage(error)) throw error;
      log.write('info', 'blobs_unavailable', { location, message: (error as Error).message });
    }
  }
  return deleted;
}

async function collectAt(blobs: BlobStore, { store, log, now, signal }: CollectBlobsOptions): Promise<number> {
  const { location } = blobs;
  if (!(await ownsBlobs(store, blobs))) {
    log.write('warn', 'blobs_of_another_database', { location });
    return 0;
  }
  const old_ms = now() - MIN_AGE_MS;
  await blobs.removeUnfinished?.(old_ms);
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
  for await (const { name, modified_ms } of blobs.list()) {
    if (signal.aborted) return deleted;
    if (modified_ms < old_ms) names.push(name);
    if (names.length === AT_ONCE) await collect();
  }
  await collect();
  return deleted;
}
