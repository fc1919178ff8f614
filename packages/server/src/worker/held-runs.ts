import type { RunId } from '@assay/schema';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedRun } from './claim-run.ts';

/** The runs held by a worker, kept alive while held. */
export interface HeldRuns extends AsyncDisposable {
  readonly size: number;
  /** Aborted when the run is no longer held. */
  add(run: ClaimedRun): AbortSignal;
  remove(run: ClaimedRun): void;
}

export interface HeldRunsOptions {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly onTrouble: (error: unknown) => void;
}

// short, so that a canceled run ends within seconds
const LOOK_MS = 1_000;
const BEATS_IN_A_LEASE = 4;

/** Sends heartbeats for the held runs and detects when they are lost. */
export function watchHeldRuns({ store, jobs, onTrouble }: HeldRunsOptions): HeldRuns {
  const held = new Map<RunId, { readonly run: ClaimedRun; readonly controller: AbortController }>();
  let beaten_ms = 0;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    const runs = [...held.values()].map(({ run }) => run);
    if (runs.length === 0) return;
    const shortest_ms = Math.min(...runs.map(({ job }) => job.lease_s)) * 1000;
    if (performance.now() - beaten_ms >= shortest_ms / BEATS_IN_A_LEASE) {
      const began_ms = performance.now();
      await jobs.keepAlive(runs.map(({ job }) => job));
      beaten_ms = began_ms;
    }
    const gone = await store.run_attempts.listGone(
      runs.map(({ job: { organization_id, run_id }, attempt }) => ({ organization_id, run_id, attempt })),
    );
    for (const run_id of gone) held.get(run_id)?.controller.abort();
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    looking = look()
      .catch(onTrouble)
      .finally(() => {
        busy = false;
      });
  }, LOOK_MS);
  return {
    get size() {
      return held.size;
    },
    add: (run) => {
      const controller = new AbortController();
      held.set(run.job.run_id, { run, controller });
      return controller.signal;
    },
    remove: (run) => {
      // a later attempt of the same run may be held here
      if (held.get(run.job.run_id)?.run === run) held.delete(run.job.run_id);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}

interface HoldOptions {
  readonly held: HeldRuns;
  readonly onTrouble: (error: unknown) => void;
}

/** Works on a run while it is held. After an error it stays claimed until its lease ends and is then executed again. */
export async function holdWhile(
  run: ClaimedRun,
  { held, onTrouble }: HoldOptions,
  work: (gone: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = held.add(run);
  try {
    await work(gone);
  } catch (error) {
    onTrouble(error);
  } finally {
    held.remove(run);
  }
}
