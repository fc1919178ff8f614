import { AssayError, type ProblemCode } from '@assay/schema';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Store } from '../store/store.ts';
import { type ClaimedRun, MAX_ATTEMPTS } from './claim-run.ts';

// errors of the task or the request: another worker would fail too
const HOPELESS: ReadonlySet<ProblemCode> = new Set([
  'usage',
  'invalid_config',
  'invalid_input',
  'conflict',
  'unreadable_file',
  'payload_too_large',
]);

/** What happens to a run that could not be executed: retried, given up, or already taken by another worker. */
export type AttemptConclusion = 'again' | 'abandoned' | 'gone';

/** Ends an attempt without a result that failed for reasons other than the agent. */
export async function concludeFailed(
  { job, attempt }: ClaimedRun,
  { store, jobs, error }: { store: Store; jobs: JobQueue; error: unknown },
): Promise<{ conclusion: AttemptConclusion; problem: string }> {
  const { organization_id, run_id } = job;
  const problem = error instanceof Error ? error.message : String(error);
  const hopeless = error instanceof AssayError && HOPELESS.has(error.code);
  const conclusion = await store.transaction(async (tables): Promise<AttemptConclusion> => {
    const released = await tables.run_attempts.release(organization_id, { run_id, attempt, status: 'failed', problem });
    if (!released) return 'gone';
    const spent = (await tables.run_attempts.countLost(organization_id, run_id)) >= MAX_ATTEMPTS;
    if (!hopeless && !spent) return 'again';
    await tables.runs.abandon(organization_id, { run_id, problem });
    return 'abandoned';
  });
  if (conclusion === 'again') await jobs.giveBack(job);
  if (conclusion === 'abandoned') await jobs.complete(job);
  return { conclusion, problem };
}

/** Returns a run to the queue because the worker was told to stop. */
export async function concludeReturned(
  { job, attempt }: ClaimedRun,
  { store, jobs }: { store: Store; jobs: JobQueue },
): Promise<void> {
  const { organization_id, run_id } = job;
  await store.run_attempts.release(organization_id, { run_id, attempt, status: 'returned', problem: null });
  await jobs.giveBack(job);
}
