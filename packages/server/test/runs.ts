import { type Grade, type JudgeCall, type OrganizationId, type Run, Scenario, type Task } from '@assay/schema';
import { compute, score, scorecardV2 } from '@assay/scoring';
import { makeRun } from '../../harness/test/made-run.ts';
import type { Store } from '../src/store/store.ts';
import { newId } from './database.ts';

/** A new frozen task. */
export const buildTask = (fields: Partial<Task> = {}): Task => ({
  task_id: newId('task'),
  scenario_id: null,
  seeded_at: '2026-11-15T12:00:00.000Z',
  scenario: Scenario.parse({ name: 'fix-add', user_instruction: 'Fix add.', workspace_seed: 'empty' }),
  task_digest: '1'.repeat(64),
  scorers_digest: '2'.repeat(64),
  rubric_digest: '3'.repeat(64),
  seed_digest: '4'.repeat(64),
  ...fields,
});

/** A completed run with the given fields. */
export const buildRun = (fields: Partial<Run> & Pick<Run, 'task_id'>): Run =>
  makeRun({ run_id: newId('run'), task_digest: '1'.repeat(64), ...fields });

/** The scorecard of a run and its inputs. */
export function computeScorecard({ outcome, stages, wall_ms, resources }: Run) {
  const inputs = { outcome, stages, wall_ms, baseline: null, resources };
  return { inputs, scorecard: compute(scorecardV2, inputs) };
}

/** A grade of a run without scorers. */
export const buildGrade = (run: Run, fields: Partial<Grade> = {}): Grade => ({
  result: resultOf(run, fields),
  result_reason: { message: 'as its checks say' },
  review: 0,
  result_version: '1',
  outcome: run.outcome,
  integrity: { mode: 'review', findings: [], allowed: [] },
  grading_failure: null,
  scorecard_reason: null,
  run_id: run.run_id,
  graded_at: '2026-11-15T12:00:02.000Z',
  label: null,
  scorers_digest: null,
  results: [],
  restored: [],
  overall: 'PASS',
  mean_score: null,
  mean_required: null,
  scored: 0,
  of: 0,
  needs_regrade: false,
  judgment: null,
  interactions_judged: null,
  not_scored: null,
  scorecard: computeScorecard(run).scorecard,
  axis: null,
  composite: null,
  composite_reason: null,
  gates: score('gates', { results: [], judge: null, run: { completed: true, passed: true } }) as Grade['gates'],
  ...fields,
});

function resultOf({ failure }: Run, { overall, not_scored }: Partial<Grade>): Grade['result'] {
  if (overall === 'ERROR' || not_scored || (failure !== null && failure.side !== 'agent')) return 'error';
  return failure === null && overall !== 'FAIL' ? 'passed' : 'failed';
}

/** A judge call with the given reply. */
export const buildJudgeCall = (reply: string): JudgeCall => ({
  judgment_id: newId('jdg'),
  purpose: 'run',
  batch: 0,
  sample: 0,
  member: 0,
  judge: 'replay',
  backend: 'replay',
  model_asked: null,
  model: null,
  criteria: 'run@1',
  criteria_digest: '1'.repeat(64),
  prompt_digest: '2'.repeat(64),
  status: 'answered',
  obstacle: null,
  detail: null,
  reply,
  repaired: false,
  tries: 1,
  cached: false,
  usage: null,
  cost_usd_micros: null,
  latency_ms: 1,
  judged_at: '2026-11-15T12:00:03.000Z',
});

/** Creates a workspace and a task for runs. */
export async function createWorkspace(store: Store, organization_id: OrganizationId) {
  const { workspace_id } = await store.workspaces.create(organization_id, {
    workspace_id: newId('wsp'),
    name: newId('wsp'),
    weights: null,
  });
  const task = await store.tasks.keep(organization_id, buildTask());
  return { workspace_id, task_id: task.task_id };
}
