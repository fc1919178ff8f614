import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Locks a file; undefined if it is locked. The kernel releases the lock when the process ends, so it is never stale. */
export function tryLock(file: string): Disposable | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    return { [Symbol.dispose]: () => database.close() };
  } catch (cause) {
    database.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return undefined;
    throw cause;
  }
}
