import type { CheckRequest, ChecksOutcome } from '@assay/scoring';
import { createFairQueue } from '../threads/fair-queue.ts';
import { createThread } from '../threads/thread.ts';

/** Checks to run, with the work that they may take. */
export interface CheckJob {
  readonly request: CheckRequest;
  readonly steps: number;
}

export interface CheckedJob {
  readonly outcome: ChecksOutcome;
  /** The steps that are left. */
  readonly left: number;
}

const MEMORY_MB = 512;
// many times what the most steps take
const LONGEST_MS = 30_000;
// seconds of work; more would only wait longer
const MOST_WAITING = 50;

const inTurn = createFairQueue({ most_waiting: MOST_WAITING });
const ask = createThread<CheckJob, CheckedJob>({
  name: 'checking',
  module: new URL('./check-worker', import.meta.url),
  memory_mb: MEMORY_MB,
  longest_ms: LONGEST_MS,
});

/** Runs checks on a separate thread, so that other requests do not wait. Organizations take turns. */
export const checkOnThread = (organization: string, job: CheckJob, signal: AbortSignal): Promise<CheckedJob> =>
  inTurn(organization, () => ask(job, signal));
