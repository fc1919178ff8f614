import { AssayError, type OrganizationId } from '@assay/schema';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { toUuid } from '../store/sql/ids.ts';
import type { Store } from '../store/store.ts';
import { ownsBlobs } from '../upkeep/delete-blobs.ts';

// a transaction waits for these many requests to an object store
const AT_ONCE = 100;

/**
 * Deletes the blobs of a deleted organization, also those without a row, and the rows that have them. Blobs of a store
 * that belongs to another database stay. Throws while a backup reads.
 */
export async function purgeContents(
  store: Pick<Store, 'transaction' | 'blobs' | 'blob_stores' | 'deleted_organizations'>,
  organization_id: OrganizationId,
  signal?: AbortSignal,
): Promise<void> {
  const { current } = store.blobs;
  const locations = new Set(await store.deleted_organizations.listLocations(organization_id));
  if (current !== null) locations.add(current.location);
  for (const blobs of [...locations].map((location) => store.blobs.at(location))) {
    if (!(await ownsBlobs(store, blobs))) continue;
    for await (const names of listNames(blobs, organization_id)) {
      if (signal?.aborted) return;
      await deleteNames(store, blobs, names);
    }
  }
}

/** The rows are gone only when the blobs are: after an interruption, they say which stores still have some. */
const deleteNames = (store: Pick<Store, 'transaction'>, blobs: BlobStore, names: readonly string[]): Promise<void> =>
  store.transaction(async ({ blob_stores }) => {
    if (!(await blob_stores.mayDelete()))
      throw new AssayError('conflict', 'A backup is running. The server deletes the data when the backup has ended.');
    await blob_stores.deleteContents(blobs.location, names);
    for (const name of names) await blobs.delete(name);
  });

async function* listNames(blobs: BlobStore, organization_id: OrganizationId): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const { name } of blobs.list(toUuid(organization_id))) {
    names.push(name);
    if (names.length < AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
