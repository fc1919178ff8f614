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
    if (!(error instanceof RejectedError)) throw error;
    return {
      entry: reject(commit, error, { options: wanted, wall_ms: host.now() - started_ms }),
      keep: !(error instanceof InconclusiveError),
    };
  }
}

const reject = (
  { id, date, message }: Commit,
  { reason, message: detail }: RejectedError,
  rest: Pick<RejectedCommit, 'options' | 'wall_ms'>,
): RejectedCommit => ({ commit: id, date, subject: message.split('\n', 1)[0] ?? '', reason, detail, ...rest });
