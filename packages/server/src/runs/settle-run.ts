import { provesTask } from '@assay/harness';
import type { HeldJob } from '../queue/job-queue.ts';
import type { Store } from '../store/store.ts';
import { appendRunEvaluation } from './append-run-evaluation.ts';

/**
 * Appends the evaluation of a finished run. Idempotent, so the next worker can complete what a dead one left. Canceled
 * and abandoned runs do not count for an agent, and neither do proof runs.
 */
export async function settleRun(
  store: Store,
  { organization_id, run_id }: Pick<HeldJob, 'organization_id' | 'run_id'>,
): Promise<void> {
  const stored = await store.runs.find(organization_id, run_id);
  if (stored === undefined || stored.run === null) return;
  const request = await store.run_requests.find(organization_id, run_id);
  if (request !== undefined && provesTask({ label: stored.label, agent: request.agent })) return;
  const graded = await store.grades.find(organization_id, run_id);
  const task = await store.tasks.find(organization_id, stored.task_id);
  if (graded === undefined || task === undefined) return;
  await appendRunEvaluation(store, organization_id, { run: stored.run, grade: graded.grade, task });
}
