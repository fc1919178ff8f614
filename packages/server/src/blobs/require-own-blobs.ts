import { AssayError } from '@assay/schema';
import { startStep } from '../start-step.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { isOutage } from '../store/is-outage.ts';
import type { Store } from '../store/store.ts';
import { ownsBlobs } from '../upkeep/delete-blobs.ts';

/** Throws if a store belongs to another database. That one deletes blobs that its own rows do not have. */
export async function requireOwnBlobs(store: Pick<Store, 'blob_stores'>, blobs: BlobStore): Promise<void> {
  if (!(await ownsBlobs(store, blobs))) throw ownedByAnother(blobs);
}

// more than all tries of an object store take
const MAX_CHECK_MS = 60_000;

/** Does so for the store of new contents. If that one is away, tells and goes on, so that everything else works. */
export async function requireOwnCurrent(
  store: Pick<Store, 'blobs' | 'blob_stores'>,
  onOutage: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { current } = store.blobs;
  if (current === null) return;
  await startStep({
    name: `checking ${current.location}`,
    help: 'Check that the folder or object store in ASSAY_BLOBS answers. The rest works; contents cannot be stored until it does.',
    max_ms: MAX_CHECK_MS,
    code: 'blobs_unavailable',
    work: () => requireOwnBlobs(store, current),
    signal,
  }).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    onOutage(error);
  });
}

export const ownedByAnother = ({ location }: BlobStore): AssayError =>
  new AssayError(
    'invalid_config',
    `${location} belongs to another database: its file "owner" has the mark of that one. Use another folder or prefix. ` +
      'To hand the store over to this database, stop all servers and workers of the other one and delete "owner".',
  );
