import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError, isDiskFull } from '@assay/schema';
import { tryAcquireLock } from '../postgres/lock.ts';

export const SCRATCH_PREFIX = 'assay-server-';
/** Held as long as the process that made the folder uses it. */
export const LOCK_FILE = '.lock';

/** A temporary folder, removed on disposal. After a crash, the next server on this machine removes it. */
export async function openScratchFolder(
  tryLock: typeof tryAcquireLock = tryAcquireLock,
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), SCRATCH_PREFIX)).catch((cause) => {
    throw isDiskFull(cause) ? diskFull(cause) : cause;
  });
  const remove = () => rm(path, { recursive: true, force: true });
  const file = join(path, LOCK_FILE);
  let lock: Disposable | null;
  try {
    lock = tryLock(file);
  } catch (error) {
    await remove();
    throw error;
  }
  // a server that starts took the folder for one that was left behind, before it was locked
  if (lock === null || !existsSync(file)) {
    lock?.[Symbol.dispose]();
    return await openScratchFolder(tryLock);
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      await remove();
      lock[Symbol.dispose]();
    },
  };
}

/** For the sender, to whom the paths of this server mean nothing. */
export const diskFull = (cause: unknown): AssayError =>
  new AssayError('disk_full', 'the disk for temporary files of this server is full', { cause });
