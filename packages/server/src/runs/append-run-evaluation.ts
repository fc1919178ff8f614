import type { Evaluation, Grade, OrganizationId, Run, Task } from '@assay/schema';
import type { Evaluated, Store } from '../store/store.ts';

/** A run with its grade, and the task whose time limit is the reference latency. */
export interface GradedRun {
  readonly run: Run;
  readonly grade: Grade;
  readonly task: Pick<Task, 'scenario'>;
}

/** The evaluation: appended now, or already present. */
export type RunEvaluation = { readonly status: 'appended' | 'present'; readonly evaluation: Evaluation };

const LONGEST_MS = 86_400_000;

/**
 * Appends the evaluation of a graded run to the reputation of its agent, exactly once per run, even after a regrade or
 * from another process. Only the result `passed` counts as a pass. Runs with the result `error` or `unchecked` are
 * stored but not counted. Call it after the grade is stored.
 */
export async function appendRunEvaluation(
  store: Pick<Store, 'evaluate' | 'evaluations'>,
  organization_id: OrganizationId,
  graded: GradedRun,
): Promise<RunEvaluation> {
  const { run_id } = graded.run;
  const present = await store.evaluations.findOfRun(organization_id, run_id);
  if (present !== undefined) return { status: 'present', evaluation: present };
  try {
    const { evaluation, replayed } = await append(store, organization_id, graded);
    return { status: replayed ? 'present' : 'appended', evaluation };
  } catch (error) {
    // the database accepts a run once: another process appended it first
    const other = await store.evaluations.findOfRun(organization_id, run_id);
    if (other === undefined) throw error;
    return { status: 'present', evaluation: other };
  }
}

const append = (
  store: Pick<Store, 'evaluate'>,
  organization_id: OrganizationId,
  { run, grade, task }: GradedRun,
): Promise<Evaluated> =>
  store.evaluate(organization_id, {
    evaluation: {
      ...verdictOf(grade),
      agent_id: run.agent_id,
      source: 'run',
      tool: null,
      checks: grade.results
        .filter(({ required }) => required)
        .map(({ name, verdict, reason, duration_ms }) => ({
          id: name,
          verdict,
          reason,
          latency_ms: Math.min(duration_ms, LONGEST_MS),
        })),
      latency_ms: run.wall_ms === null ? null : Math.min(run.wall_ms, LONGEST_MS),
      // the time limit of the task, so long tasks are compared with long limits
      latency_ref_ms: Math.min(task.scenario.limits.wall_s * 1000, LONGEST_MS),
      run_id: run.run_id,
      occurred_at: run.ended_at,
      metadata: null,
    },
    // headers cannot contain a line break, so no client can use this key
    idempotency: { key: `run\n${run.run_id}`, body_digest: null },
  });

type VerdictOfRun =
  | { readonly status: 'counted'; readonly passed: boolean }
  | { readonly status: 'errored'; readonly passed: null; readonly reason: string };

function verdictOf({ result, result_reason }: Grade): VerdictOfRun {
  if (result === 'error' || result === 'unchecked')
    return { status: 'errored', passed: null, reason: result_reason.message };
  return { status: 'counted', passed: result === 'passed' };
}
