import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from './unavailable.ts';

const POLL_MS = 25;
const PATIENCE_MS = 300_000;
const SQLITE_BUSY = 5;

/**
 * Waits for the exclusive lock of a file, across processes and callers. Node has no file locks. SQLite uses those of
 * the kernel, which releases them however a process ends, so none is ever stale.
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

/** The exclusive lock of a file; null if another process or caller holds it. */
export function tryAcquireLock(file: string): Disposable | null {
  const database = new DatabaseSync(file);
  try {
    if (tryLock(database)) return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return null;
}

function tryLock(database: DatabaseSync): boolean {
  try {
    // keeps the journal off the disk, so locking works on a full disk
    database.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return false;
    throw cause;
  }
}
