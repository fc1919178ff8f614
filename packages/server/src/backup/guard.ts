import { AssayError } from '@assay/schema';
import { openCopyClient } from '../store/sql/copy-client.ts';
import { blobStoresTable } from '../store/tables/contents/blob-stores.ts';

/** While it is open, no blob is deleted. */
export interface BlobGuard extends AsyncDisposable {
  /** Throws if the guard was lost: then blobs may have been deleted. */
  requireHeld(): Promise<void>;
}

/** Waits until no other backup or export reads blobs. Calls `onWait` if it has to. */
export async function openGuard(url: string, onWait?: () => void): Promise<BlobGuard> {
  await using opening = new AsyncDisposableStack();
  const client = opening.use(await openCopyClient(url));
  await client.begin('read committed');
  const stores = blobStoresTable(client);
  if (!(await stores.tryLockForBackup())) {
    onWait?.();
    await stores.lockForBackup();
  }
  const opened = opening.move();
  return {
    async requireHeld() {
      // the lock belongs to the connection: whoever has the one has the other
      await stores.lockForBackup().catch((cause: unknown) => {
        const message = 'The connection that keeps blobs from being deleted was lost. Start again.';
        throw new AssayError('database_unavailable', message, { cause });
      });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
