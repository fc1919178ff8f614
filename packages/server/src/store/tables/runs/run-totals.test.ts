import type { RunId } from '@assay/schema';
import { expect, test } from 'vitest';
import { createOrganization } from '../../../../test/database.ts';
import { buildRun, createWorkspace } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Pool } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 2 }, (opened) => {
  ({ store, pool } = opened);
});

async function prepare() {
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const record = async (
    created_at: string,
    { result, ...fields }: { result: string } & Partial<ReturnType<typeof buildRun>>,
  ): Promise<RunId> => {
    const run = buildRun({ task_id, ...fields });
    await store.runs.record(organization_id, { run, workspace_id });
    await pool.run(sql`
      update runs set created_at = ${created_at}, result = ${result} where run_id = ${toUuid(run.run_id)}`);
    return run.run_id;
  };
  return { organization_id, workspace_id, record };
}

test('adds up weeks and months by group, the highest cost first, and the rest in one', async () => {
  const { organization_id, workspace_id, record } = await prepare();
  await record('2026-10-01T00:00:00Z', { result: 'passed', agent_id: 'one', cost_usd_micros: 5 });
  await record('2026-10-31T23:59:59.999Z', { result: 'tampered', agent_id: 'one', cost_usd_micros: null });
  await record('2026-11-01T00:00:00Z', { result: 'passed', agent_id: 'two', cost_usd_micros: 70, label: 'next' });
  await record('2026-11-02T00:00:00Z', { result: 'error', agent_id: 'three', cost_usd_micros: 1 });
  await record('2026-11-08T00:00:00Z', { result: 'failed', agent_id: 'four', cost_usd_micros: 1 });
  const range = { workspace_id, since: '2026-10-01', until: '2026-11-30' };
  expect(await store.run_totals.list(organization_id, { ...range, period: 'month' })).toMatchObject([
    { start: '2026-10-01', runs: 2, passed: 1, not_passed: 1, tampered: 1, priced: 1, cost_usd_micros: 5 },
    { start: '2026-11-01', runs: 3, passed: 1, not_passed: 1, errored: 1, priced: 3, cost_usd_micros: 72 },
  ]);
  const groups = await store.run_totals.listGroups(organization_id, {
    ...range,
    period: 'week',
    by: 'agent',
    limit: 2,
  });
  expect(
    groups.map(({ place, name, start, runs, cost_usd_micros }) => [place, name, start, runs, cost_usd_micros]),
  ).toEqual([
    [1, 'two', '2026-10-26', 1, 70],
    [2, 'one', '2026-09-28', 1, 5],
    [2, 'one', '2026-10-26', 1, null],
    // Monday to Sunday
    [3, null, '2026-11-02', 2, 2],
  ]);
  expect(groups[0]?.names).toBe(4);
  const labels = await store.run_totals.listGroups(organization_id, {
    ...range,
    period: 'month',
    by: 'label',
    limit: 9,
  });
  expect(labels.map(({ name, runs }) => [name, runs])).toContainEqual(['next', 1]);
});

test('a regression is a scenario that passed before and fails now, for the same agent', async () => {
  const { organization_id, workspace_id, record } = await prepare();
  const passed_run_id = await record('2026-11-01T10:00:00Z', { result: 'passed', scenario: 'a', agent_id: 'one' });
  await record('2026-11-01T11:00:00Z', { result: 'error', scenario: 'a', agent_id: 'one' });
  await record('2026-11-01T11:00:00Z', { result: 'failed', scenario: 'a', agent_id: 'two' });
  await record('2026-11-01T11:00:00Z', { result: 'passed', scenario: 'b', agent_id: 'one' });
  const run_id = await record('2026-11-02T10:00:00Z', { result: 'tampered', scenario: 'a', agent_id: 'one' });
  await record('2026-11-02T10:00:00Z', { result: 'failed', scenario: 'a', agent_id: 'two' });
  await record('2026-11-02T10:00:00Z', { result: 'failed', scenario: 'b', agent_id: 'one' });
  await record('2026-11-02T11:00:00Z', { result: 'passed', scenario: 'b', agent_id: 'one' });
  await record('2026-11-02T11:00:00Z', { result: 'failed', scenario: 'new', agent_id: 'one' });
  const range = { workspace_id, since: '2026-11-02T00:00:00Z', until: '2026-11-03T00:00:00Z' };
  expect(await store.run_totals.listRegressions(organization_id, range)).toEqual([
    { scenario: 'a', agent_id: 'one', run_id, result: 'tampered', passed_run_id },
  ]);
  expect(await store.run_totals.count(organization_id, range)).toMatchObject({
    runs: 5,
    passed: 1,
    not_passed: 4,
    tampered: 1,
  });
});
