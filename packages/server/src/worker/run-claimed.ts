import { AssayError, OrganizationId, parse, RunId, WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import { openJobQueue } from '../queue/job-queue.ts';
import type { Store } from '../store/store.ts';
import { QUEUES } from '../store/tables/queue/jobs.ts';
import { RunNeeds } from '../store/tables/queue/run-requests.ts';
import type { ClaimedRun } from './claim-run.ts';
import { watchHeldRuns } from './held-runs.ts';
import { type LocalExecutorOptions, openLocalExecutor } from './local-executor.ts';
import { describeTrouble, type WorkerEvent } from './worker-event.ts';

const Claim = z.object({
  attempt: z.int().min(1),
  job: z.object({
    id: z.string(),
    queue: z.enum(QUEUES),
    retryCount: z.int(),
    lease_s: z.int().min(1),
    organization_id: OrganizationId,
    workspace_id: WorkspaceId,
    run_id: RunId,
    needs: RunNeeds.nullable(),
  }),
});

/** Reads a claim that another process made. */
export function readClaim(text: string | undefined): ClaimedRun {
  try {
    return parse(Claim, JSON.parse(text ?? ''));
  } catch (cause) {
    throw new AssayError('usage', `expected ASSAY_CLAIM to be the claim of a run: ${(cause as Error).message}`, {
      cause,
    });
  }
}

export interface RunClaimedOptions extends LocalExecutorOptions {
  readonly store: Store;
  readonly url: string;
  readonly claim: ClaimedRun;
  /** When aborted, the run returns to the queue. */
  readonly signal: AbortSignal;
}

/** Executes one run that another worker claimed. False if the run has to be tried again. */
export async function runClaimed(options: RunClaimedOptions): Promise<boolean> {
  const { store, url, claim, signal } = options;
  let over = false;
  const onEvent = (event: WorkerEvent): void => {
    if (event.kind === 'finished' || event.kind === 'abandoned' || event.kind === 'dropped') over = true;
    options.onEvent(event);
  };
  const onTrouble = (error: unknown): void => onEvent(describeTrouble(error));
  await using executor = await openLocalExecutor({ ...options, onEvent });
  await using jobs = await openJobQueue({ url, supervise: false, onError: onTrouble });
  await using held = watchHeldRuns({ store, jobs, onTrouble });
  await executor.process(claim, { jobs, held, onTrouble, signal });
  return over;
}
