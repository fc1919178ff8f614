import { AssayError } from '@assay/schema';
import { InconclusiveError, RejectedError } from '../rejection.ts';
import type { Commit } from './commits.ts';
import type { MineOptions } from './mine.ts';
import type { RejectedCommit } from './mined-index.ts';

export interface Rejection {
  readonly entry: RejectedCommit;
  /** Whether another attempt would reject it too. */
  readonly keep: boolean;
}

interface Attempting extends Pick<MineOptions, 'host' | 'signal'> {
  /** A digest of the options, which decide. */
  readonly wanted: string;
}

/** What a step of an attempt gives, or why it rejects the commit. */
export async function attempt<T extends object>(
  commit: Commit,
  { host, signal, wanted }: Attempting,
  act: () => Promise<T>,
): Promise<T | Rejection> {
  const started_ms = host.now();
  try {
    signal.throwIfAborted();
    return await act();
  } catch (error) {
    signal.throwIfAborted();
    const rejected = toRejected(error);
    return {
      entry: reject(commit, rejected, { options: wanted, wall_ms: host.now() - started_ms }),
      keep: !(rejected instanceof InconclusiveError),
    };
  }
}

function toRejected(error: unknown): RejectedError {
  if (error instanceof RejectedError) return error;
  // a partial or damaged clone may lack the files of some commits
  if (error instanceof AssayError && error.code === 'unreadable_file')
    return new InconclusiveError('tests_do_not_apply', error.message);
  throw error;
}

const reject = (
  { id, date, message }: Commit,
  { reason, message: detail }: RejectedError,
  rest: Pick<RejectedCommit, 'options' | 'wall_ms'>,
): RejectedCommit => ({ commit: id, date, subject: message.split('\n', 1)[0] ?? '', reason, detail, ...rest });
