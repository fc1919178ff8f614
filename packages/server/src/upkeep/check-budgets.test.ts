import { expect, test } from 'vitest';
import { createOrganization } from '../../test/database.ts';
import { buildRun, createWorkspace } from '../../test/runs.ts';
import { useStore } from '../../test/use-store.ts';
import type { Pool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { sql } from '../store/sql/sql.ts';
import type { Store } from '../store/store.ts';
import { checkBudgets } from './check-budgets.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 2 }, (opened) => {
  ({ store, pool } = opened);
});

test('an alert goes out once per share, month and budget', async () => {
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const { webhook } = await store.webhooks.create(organization_id, {
    url: 'https://example.com/',
    events: ['budget.reached'],
  });
  const spend = async (cost_usd_micros: number, at: string) => {
    const run = buildRun({ task_id, cost_usd_micros });
    await store.runs.record(organization_id, { run, workspace_id });
    await pool.run(sql`update runs set created_at = ${at}::timestamptz where run_id = ${toUuid(run.run_id)}`);
  };
  const check = async (now: string) => {
    await checkBudgets({ store, now: () => Date.parse(now) });
    const { items } = await store.webhook_deliveries.list(organization_id, {
      webhook_id: webhook.webhook_id,
      limit: 20,
      after: null,
    });
    return items.map(
      ({ payload: { data } }) => `${data['month']} ${data['percent']} % of ${data['budget_usd_micros']}`,
    );
  };
  await spend(799, '2026-10-31T23:59:59Z');
  await spend(799, '2026-11-01T00:00:00Z');
  expect(await check('2026-11-20T00:00:00Z')).toEqual([]);
  await store.workspaces.update(organization_id, { workspace_id, budget_usd_micros: 1_000 });
  expect(await check('2026-11-20T00:00:00Z')).toEqual([]);
  await spend(1, '2026-11-30T23:59:59Z');
  const near = '2026-11 80 % of 1000';
  expect(await check('2026-11-30T00:00:00Z')).toEqual([near]);
  expect(await check('2026-11-30T00:01:00Z')).toEqual([near]);
  await spend(200, '2026-11-30T23:59:59Z');
  expect(new Set(await check('2026-11-30T00:02:00Z'))).toEqual(new Set([near, '2026-11 100 % of 1000']));
  // what began in the last hours of a month may end after it
  await store.workspaces.update(organization_id, { workspace_id, budget_usd_micros: 2_000 });
  expect(await check('2026-11-30T23:59:00Z')).not.toContain('2026-11 80 % of 2000');
  await spend(600, '2026-11-30T23:50:00Z');
  expect(await check('2026-12-01T00:10:00Z')).toContain('2026-11 80 % of 2000');
  await store.workspaces.update(organization_id, { workspace_id, budget_usd_micros: 1_000 });
  // alerts start again with a new month and with a new budget
  await spend(900, '2026-12-01T00:00:00Z');
  expect(await check('2026-12-02T00:00:00Z')).toContain('2026-12 80 % of 1000');
  await store.workspaces.update(organization_id, { workspace_id, budget_usd_micros: 900 });
  expect(await check('2026-12-02T00:01:00Z')).toContain('2026-12 100 % of 900');
});
