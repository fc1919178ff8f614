import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from './unavailable.ts';

const POLL_MS = 25;
const PATIENCE_MS = 300_000;
const SQLITE_BUSY = 5;

/**
 * Waits until this is the only process, and the only caller in it, that holds the lock of a file. Node has no file
 * locks of its own. SQLite's are the kernel's, which takes them back from a process however it ended, so that none
 * is ever stale and none has to be broken.
 */
export async function acquireLock(file: string, signal?: AbortSignal): Promise<Disposable> {
  const database = new DatabaseSync(file);
  try {
    const end = performance.now() + PATIENCE_MS;
    while (!tryLock(database)) {
      if (performance.now() > end) {
        throw databaseUnavailable(`another process has held ${file} for ${PATIENCE_MS / 1000} s: end it and try again`);
      }
      await sleep(POLL_MS, undefined, { ...(signal && { signal }) });
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}

function tryLock(database: DatabaseSync): boolean {
  try {
    // with nothing on disk but the lock itself, a full one is no obstacle
    database.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return false;
    throw cause;
  }
}
