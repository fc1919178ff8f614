import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError, type ProblemCode } from '@assay/schema';
import type { Database } from './postgres/database.ts';
import { type OpenDatabaseOptions, openDatabase } from './postgres/open-database.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

export interface StartStep<Result> {
  /** Completes the sentence "The start was stopped: … takes longer than 60 s." */
  readonly name: string;
  /** What to do if it takes too long. */
  readonly help: string;
  readonly max_ms: number;
  readonly code: ProblemCode;
  readonly work: () => Promise<Result>;
  /** Aborted when the process has to stop. */
  readonly signal?: AbortSignal | undefined;
}

// with the creation of a database, or its recovery
const OPEN_MS = 600_000;
// creating an index on a large table is slow
const MIGRATE_MS = 3_600_000;

/** Opens the database of a process that starts. */
export const openDatabaseInTime = (options: OpenDatabaseOptions, signal: AbortSignal | undefined): Promise<Database> =>
  startStep({
    name: 'opening the database',
    help: 'Check that the disk of the data folder answers, and that no other process holds its database.',
    max_ms: OPEN_MS,
    code: 'database_unavailable',
    work: () => openDatabase({ ...options, ...(signal && { signal }) }),
    signal,
  });

/** Opens the store of a process that starts, and migrates its schema. */
export const openStoreInTime = (options: StoreOptions, signal: AbortSignal | undefined): Promise<Store> =>
  startStep({
    name: 'migrating the database',
    help: 'Another process may hold a lock: see pg_stat_activity. End it and start again.',
    max_ms: MIGRATE_MS,
    code: 'database_unavailable',
    work: () => openStore(options),
    signal,
  });

// to close what it has opened, such as a database that was just started
const LEAVE_MS = 10_000;

/**
 * Does a step of the start of a process, which may wait for a disk or a network that never answers. Throws when it
 * takes too long or the process has to stop; what it still opens after that is closed.
 */
export async function startStep<Result>(step: StartStep<Result>): Promise<Result> {
  const { name, help, max_ms, code, work, signal } = step;
  const stopped = () => new AssayError('interrupted', `stopped while ${name}`);
  if (signal?.aborted) throw stopped();
  const { promise: given_up, reject } = Promise.withResolvers<never>();
  const late = setTimeout(
    () => reject(new AssayError(code, `${name} takes longer than ${max_ms / 1_000} s. ${help}`)),
    max_ms,
  );
  const stop = (): void => reject(stopped());
  signal?.addEventListener('abort', stop);
  const working = work();
  try {
    return await Promise.race([working, given_up]);
  } catch (error) {
    // after a failure there is nothing to close
    const closed = working.then(close).catch(() => undefined);
    if (signal?.aborted) await Promise.race([closed, sleep(LEAVE_MS, undefined, { ref: false })]);
    throw error;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
  }
}

async function close(opened: unknown): Promise<void> {
  if (typeof opened === 'object' && opened !== null && Symbol.asyncDispose in opened)
    await (opened as AsyncDisposable)[Symbol.asyncDispose]();
}
