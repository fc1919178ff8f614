import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** The lock of a file if nobody holds it. The kernel takes it back from a process however it ended: none is ever stale. */
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
