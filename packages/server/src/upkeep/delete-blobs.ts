import { OWNER_BLOB } from '../store/blobs/blob-name.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Store } from '../store/store.ts';
import type { ContentPlace } from '../store/tables/contents/evidence-parts.ts';

const MAX_OWNER_BYTES = 100;

/**
 * Deletes blobs whose rows are gone for good: the transaction is committed. Blobs of a store that belongs to another
 * database stay, as do all while a backup reads them. Returns the number of deleted blobs.
 */
export async function deleteBlobs(
  store: Pick<Store, 'blobs' | 'blob_stores'>,
  contents: readonly ContentPlace[],
): Promise<number> {
  let deleted = 0;
  const outside = contents.flatMap(({ location, blob }) => (blob === null ? [] : [{ location, blob }]));
  if (outside.length === 0 || !(await store.blob_stores.mayDelete())) return 0;
  for (const [location, group] of Map.groupBy(outside, ({ location }) => location)) {
    const blobs = store.blobs.at(location);
    if (!(await ownsBlobs(store, blobs))) continue;
    for (const { blob } of group) await blobs.delete(blob);
    deleted += group.length;
  }
  return deleted;
}

/**
 * Whether this database may delete in a store. The first one that asks leaves a mark there, so that a copy of the
 * database, such as a restored backup, never deletes what the other still needs.
 */
export async function ownsBlobs({ blob_stores }: Pick<Store, 'blob_stores'>, blobs: BlobStore): Promise<boolean> {
  const mark = await readMark(blobs);
  if (mark !== undefined) return await blob_stores.isOwn(mark);
  await blobs.put(OWNER_BLOB, Buffer.from(await blob_stores.claim(blobs.location)));
  return true;
}

/** The mark of the database that owns a store; undefined if there is none yet. */
export const readMark = async (blobs: BlobStore): Promise<string | undefined> =>
  (await blobs.get(OWNER_BLOB, { max_bytes: MAX_OWNER_BYTES }))?.toString('latin1');
