import type { JobQueue } from '../queue/job-queue.ts';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';
import type { ClaimedRun } from './claim-run.ts';
import type { HeldRuns } from './held-runs.ts';

/** What an executor needs to hold a run and to let it go. */
export interface Holding {
  readonly jobs: JobQueue;
  readonly held: HeldRuns;
  /** Called with errors that are retried. */
  readonly onTrouble: (error: unknown) => void;
  /** When aborted, runs are let go at once. */
  readonly signal: AbortSignal;
}

/** Executes claimed runs, on this machine or elsewhere. */
export interface Executor extends AsyncDisposable {
  readonly offer: WorkerOffer;
  /** What it offers now. */
  refresh(): Promise<WorkerOffer>;
  /** Runs that an earlier process left under way, and that this one can take over. */
  listLeft(): Promise<readonly ClaimedRun[]>;
  /** Handles one attempt at a run from claim to release, however it ends. Never throws. */
  process(run: ClaimedRun, holding: Holding): Promise<void>;
}
