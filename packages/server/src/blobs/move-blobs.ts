import { AssayError } from '@assay/schema';
import { createBlobName } from '../store/blobs/blob-name.ts';
import { IN_DATABASE } from '../store/blobs/open-blobs.ts';
import type { Store } from '../store/store.ts';
import type { Content } from '../store/tables/contents/contents.ts';
import { type ContentPlace, loadPart, type StoredPart } from '../store/tables/contents/evidence-parts.ts';
import { deleteBlobs } from '../upkeep/delete-blobs.ts';
import { type DamagedContent, describeDamage } from './damaged-content.ts';
import { listContents } from './list-contents.ts';
import { requireOwnBlobs } from './require-own-blobs.ts';

export interface MovedBlobs {
  readonly moved: number;
  readonly bytes: number;
  /** Contents that were there before. */
  readonly already_there: number;
  /** Contents that stay where they are. */
  readonly damaged: readonly DamagedContent[];
}

export interface MoveBlobsOptions {
  readonly store: Pick<Store, 'blobs' | 'blob_stores' | 'contents' | 'transaction'>;
  /** As rows have it; see `readLocation`. */
  readonly to: string;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Moves every content to one location. Each is read back there before its row changes and the old copy is deleted, so
 * that the move can be interrupted and repeated at any time, while servers run.
 */
export async function moveBlobs({ store, to, onProgress, signal }: MoveBlobsOptions): Promise<MovedBlobs> {
  if (to !== IN_DATABASE) await requireOwnBlobs(store, store.blobs.at(to));
  const damaged: DamagedContent[] = [];
  let [moved, bytes, already_there, done] = [0, 0, 0, 0];
  for await (const content of listContents(store)) {
    if (signal.aborted)
      throw new AssayError('interrupted', `interrupted after ${moved} contents; start again to go on`);
    onProgress(++done);
    if (content.location === to) {
      already_there += 1;
      continue;
    }
    try {
      if (!(await moveContent(store, content, to))) continue;
      moved += 1;
      bytes += content.size_bytes;
    } catch (error) {
      damaged.push(describeDamage(content, error));
    }
  }
  return { moved, bytes, already_there, damaged };
}

/** False if it was moved or deleted meanwhile. */
async function moveContent(store: MoveBlobsOptions['store'], content: Content, to: string): Promise<boolean> {
  const part = await store.contents.find(content);
  if (part === undefined) return false;
  const { place, bytes, created } = await copyTo(store, { content, part, to });
  const moved = await store.transaction(async ({ blob_stores, contents }) => {
    if (!(await blob_stores.mayDelete()))
      throw new AssayError('conflict', 'A backup is running. When it has ended, start the move again: it goes on.');
    return await contents.relocate({ from: content, to: place, bytes });
  });
  // the copy that is not needed: the old one, or the new one if the row has changed. A copy that was made by hand
  // stays: another move may have found it too, or both places may be the same store
  if (created) await deleteBlobs(store, [moved ? content : place]);
  return moved;
}

interface Copy {
  readonly content: Content;
  readonly part: StoredPart;
  readonly to: string;
}

async function copyTo(
  store: MoveBlobsOptions['store'],
  { content, part, to }: Copy,
): Promise<{ place: ContentPlace; bytes: Buffer; created: boolean }> {
  const name = await store.contents.describeContent(content);
  const found = await findBytes(store, { part, to, name });
  const { bytes } = found;
  if (found.place !== undefined) return { place: found.place, bytes, created: false };
  if (to === IN_DATABASE) return { place: { location: IN_DATABASE, blob: null }, bytes, created: true };
  const place = { location: to, blob: createBlobName(content, part.encoding) };
  await store.blobs.at(to).put(place.blob, bytes);
  await loadPart(store.blobs, { ...part, ...place }, name);
  return { place, bytes, created: true };
}

/** The verified bytes. If they are gone, but the whole store was copied, also where they are now. */
async function findBytes(
  { blobs }: Pick<Store, 'blobs'>,
  { part, to, name }: { part: StoredPart; to: string; name: string },
): Promise<{ bytes: Buffer; place?: ContentPlace }> {
  try {
    return { bytes: (await loadPart(blobs, part, name)).bytes };
  } catch (error) {
    if (part.blob === null || to === IN_DATABASE) throw error;
    const place = { location: to, blob: part.blob };
    const copied = await loadPart(blobs, { ...part, ...place }, name).catch(() => undefined);
    if (copied === undefined) throw error;
    return { bytes: copied.bytes, place };
  }
}
