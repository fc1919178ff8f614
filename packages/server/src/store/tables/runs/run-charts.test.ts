import type { OrganizationId, Outcome, RunId } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrganization, newId } from '../../../../test/database.ts';
import { buildGrade, buildRun, computeScorecard, createWorkspace } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Pool } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 4 }, (opened) => {
  ({ store, pool } = opened);
});

async function prepare() {
  const organization_id = await createOrganization(store);
  return { organization_id, ...(await createWorkspace(store, organization_id)) };
}

type Step =
  | {
      readonly kind: 'record';
      readonly outcome: Outcome;
      readonly wall_ms: number | null;
      readonly cost: number | null;
    }
  | { readonly kind: 'grade'; readonly of: number; readonly overall: 'PASS' | 'FAIL'; readonly stage_passed: boolean }
  | { readonly kind: 'age'; readonly of: number; readonly days: number };

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('record' as const),
      outcome: fc.constantFrom<Outcome>('COMPLETED', 'BLOCKED', 'FAILED'),
      wall_ms: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null }),
      cost: fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null }),
    }),
    fc.record({
      kind: fc.constant('grade' as const),
      of: fc.nat(10),
      overall: fc.constantFrom<'PASS' | 'FAIL'>('PASS', 'FAIL'),
      stage_passed: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('age' as const), of: fc.nat(10), days: fc.integer({ min: 0, max: 3 }) }),
  ),
  { minLength: 1, maxLength: 12 },
);

async function take(place: Awaited<ReturnType<typeof prepare>>, made: RunId[], step: Step): Promise<void> {
  const { organization_id, workspace_id, task_id } = place;
  if (step.kind === 'record') {
    const { outcome, wall_ms, cost } = step;
    const run = buildRun({ task_id, outcome, wall_ms, cost_usd_micros: cost });
    await store.runs.record(organization_id, { run, workspace_id });
    made.push(run.run_id);
    return;
  }
  const run_id = made[step.of];
  if (run_id === undefined) return;
  if (step.kind === 'age') {
    await pool.run(sql`
      update runs set created_at = created_at - make_interval(days => ${step.days})
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}`);
    return;
  }
  const { run } = (await store.runs.find(organization_id, run_id)) as { run: ReturnType<typeof buildRun> };
  const stages = [{ name: 'test', attempts: 2, passed: step.stage_passed }];
  const grade = buildGrade(run, { overall: step.overall, scorecard: computeScorecard({ ...run, stages }).scorecard });
  const before = await store.grades.find(organization_id, run_id);
  if (before === undefined) await store.grades.create(organization_id, grade);
  else await store.grades.replace(organization_id, { grade, revision: before.revision });
}

test('daily counts always equal a full count', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const place = await prepare();
      const made: RunId[] = [];
      for (const step of sequence) await take(place, made, step);
      const { organization_id, workspace_id } = place;
      const days = await store.run_days.list(organization_id, { workspace_id, since: '2000-01-01' });
      const counted = await store.run_charts.trend(organization_id, { workspace_id });
      const round = (rows: readonly object[]) =>
        rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? +value.toFixed(6) : value]),
          ),
        );
      expect(round(days)).toMatchObject(round(counted));
      expect(days.reduce((total, { runs }) => total + runs, 0)).toBe(made.length);
      const range = { workspace_id, since: '2000-01-01', until: '2100-01-01', period: 'day' } as const;
      const totals = await store.run_totals.list(organization_id, range);
      expect(totals).toMatchObject(
        days.map(({ day, runs, passed, not_passed, cost_usd_micros }) => ({
          start: day,
          runs,
          passed,
          not_passed,
          cost_usd_micros,
        })),
      );
      for (const by of ['agent', 'model', 'scenario', 'label'] as const)
        expect(await store.run_totals.listGroups(organization_id, { ...range, by, limit: 9 })).toMatchObject(totals);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('counts queued runs of the workspace only', async () => {
  const [ours, theirs] = [await prepare(), await prepare()];
  for (const { organization_id, workspace_id, task_id } of [ours, ours, theirs]) {
    const run = { run_id: newId('run'), workspace_id, task_id, agent_id: 'a', scenario: 's', label: null };
    await store.runs.create(organization_id, run);
  }
  const ask = (organization_id: OrganizationId, { workspace_id } = ours) =>
    store.run_days.countOpen(organization_id, { workspace_id });
  expect(await ask(ours.organization_id)).toEqual({ queued: 2, running: 0 });
  expect(await ask(theirs.organization_id)).toEqual({ queued: 0, running: 0 });
});

test('a histogram counts every run with a value once, including the edges', async () => {
  const { organization_id, workspace_id, task_id } = await prepare();
  for (const wall_ms of [0, 10, 10, 50, 99, 100, null])
    await store.runs.record(organization_id, { run: buildRun({ task_id, wall_ms }), workspace_id });
  const ask = (field: 'wall_ms' | 'score' | 'cost_usd_micros', bins: number) =>
    store.run_charts.histogram(organization_id, { workspace_id, field, bins });
  expect(await ask('cost_usd_micros', 4)).toEqual([]);
  expect(await ask('wall_ms', 2)).toEqual([
    { from: 0, to: 50, count: 3 },
    { from: 50, to: 100, count: 3 },
  ]);
  await store.runs.record(organization_id, { run: buildRun({ task_id, cost_usd_micros: 7 }), workspace_id });
  expect(await ask('cost_usd_micros', 2)).toEqual([
    { from: 7, to: 7.5, count: 1 },
    { from: 7.5, to: 8, count: 0 },
  ]);
  expect((await ask('score', 10)).reduce((total, { count }) => total + count, 0)).toBe(0);
});

test('the matrix has a cell per scenario and agent with runs; points has one entry per scored run', async () => {
  const { organization_id, workspace_id, task_id } = await prepare();
  for (const [scenario, agent_id] of [
    ['a', 'x'],
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'x'],
  ] as const) {
    const run = buildRun({ task_id, scenario, agent_id, cost_usd_micros: 5, label: agent_id === 'y' ? 'next' : null });
    await store.runs.record(organization_id, { run, workspace_id });
    await store.grades.create(organization_id, buildGrade(run));
  }
  expect(await store.run_charts.matrix(organization_id, { workspace_id, columns: 'agent' })).toMatchObject([
    {
      ...{ scenario: 'a', column: 'x', runs: 2, passed: 2, not_passed: 0, cost_usd_micros: 10, costed: 2 },
      recent: ['passed', 'passed'],
      recent_review: [0, 0],
    },
    { scenario: 'a', column: 'y', runs: 1 },
    { scenario: 'b', column: 'x', runs: 1 },
  ]);
  expect(await store.run_charts.matrix(organization_id, { workspace_id, columns: 'label' })).toMatchObject([
    { scenario: 'a', column: 'next', runs: 1 },
  ]);
  expect(
    await store.run_charts.columns(organization_id, { workspace_id, columns: 'label', names: ['never', 'next'] }),
  ).toEqual([{ name: 'next', agents: ['y'], models: [] }]);
  const names = ['x', 'y'];
  expect(
    await store.run_charts.columns(organization_id, { workspace_id, columns: 'agent', names, scenario: 'b' }),
  ).toEqual([{ name: 'x', agents: ['x'], models: [] }]);
  expect(await store.run_charts.points(organization_id, { workspace_id, limit: 9, scenario: 'a' })).toHaveLength(3);
  expect(await store.run_charts.points(organization_id, { workspace_id, limit: 9, tier: 'Bronze' })).toEqual([]);
});
