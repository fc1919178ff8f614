import type { Grade, OrganizationId, Run } from '@assay/schema';
import { beforeAll, expect, test } from 'vitest';
import { createOrganization, newId } from '../../test/database.ts';
import { buildGrade, buildRun, buildTask } from '../../test/runs.ts';
import { useStore } from '../../test/use-store.ts';
import type { Store } from '../store/store.ts';
import { appendRunEvaluation } from './append-run-evaluation.ts';

let store: Store;
let organization_id: OrganizationId;
useStore({}, (opened) => {
  ({ store } = opened);
});
beforeAll(async () => {
  organization_id = await createOrganization(store);
}, 60_000);

const task = buildTask();
function made(run: Partial<Run> = {}, grade: Partial<Grade> = {}) {
  const own = buildRun({ task_id: task.task_id, agent_id: newId('run'), ...run });
  return { run: own, grade: buildGrade(own, grade), task };
}

const failure = (side: 'agent' | 'environment') => ({ class: 'agent_stopped', side, message: 'it stopped' }) as const;

test.each([
  { why: 'its required scorers pass', graded: made(), status: 'counted', passed: true },
  { why: 'one of them fails', graded: made({}, { overall: 'FAIL' }), status: 'counted', passed: false },
  { why: 'none applies, and it completed', graded: made({}, { overall: 'N/A' }), status: 'counted', passed: true },
  {
    why: 'none applies, and the agent gave up',
    graded: made({ failure: failure('agent') }, { overall: 'N/A' }),
    status: 'counted',
    passed: false,
  },
  { why: 'one of them errors', graded: made({}, { overall: 'ERROR' }), status: 'errored', passed: null },
  { why: 'something else broke', graded: made({ failure: failure('environment') }), status: 'errored', passed: null },
  {
    why: 'it has no scores',
    graded: made({}, { not_scored: { reason: 'no sandbox' } }),
    status: 'errored',
    passed: null,
  },
])('a run is $status, passed $passed: $why', async ({ graded, status, passed }) => {
  const { evaluation } = await appendRunEvaluation(store, organization_id, graded);
  expect(evaluation).toMatchObject({
    status,
    passed,
    source: 'run',
    run_id: graded.run.run_id,
    agent_id: graded.run.agent_id,
    latency_ms: graded.run.wall_ms,
    latency_ref_ms: 900_000,
  });
  expect(await store.evaluations.findOfRun(organization_id, graded.run.run_id)).toEqual(evaluation);
});

test('a run counts once, even if appended repeatedly, concurrently or after its key expired', async () => {
  const graded = made();
  const appended = await Promise.all(
    Array.from({ length: 8 }, () => appendRunEvaluation(store, organization_id, graded)),
  );
  expect(appended.filter(({ status }) => status === 'appended')).toHaveLength(1);
  await store.idempotency_keys.forgetOld();
  const another = await appendRunEvaluation(store, organization_id, {
    ...graded,
    grade: { ...graded.grade, overall: 'FAIL' },
  });
  expect(another).toMatchObject({ status: 'present', evaluation: { passed: true } });
  expect(await store.agents.getReputation(organization_id, graded.run.agent_id)).toMatchObject({
    eval_count: 1,
    sources: { run: 1 },
  });
});

test('the database accepts a run only once', async () => {
  const graded = made();
  const { evaluation } = await appendRunEvaluation(store, organization_id, graded);
  const { evaluation_id: _, seq: __, accepted_at: ___, ...again } = evaluation;
  await expect(store.evaluate(organization_id, { evaluation: again as never, idempotency: null })).rejects.toThrow();
  const neighbour = await appendRunEvaluation(store, organization_id, made({ agent_id: graded.run.agent_id }));
  expect(neighbour.evaluation.seq).toBe(2);
});

test('caps latencies at one day', async () => {
  const { evaluation } = await appendRunEvaluation(store, organization_id, made({ wall_ms: 1e9 }));
  expect(evaluation.latency_ms).toBe(86_400_000);
});
