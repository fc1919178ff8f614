import { AgentSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { createOrganization, createTestDatabase, newId } from '../../test/database.ts';
import { buildGrade, buildRun, createWorkspace } from '../../test/runs.ts';
import { openPool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { sql } from '../store/sql/sql.ts';
import { openStore } from '../store/store.ts';
import { createRunSettler } from './settle-runs.ts';

test('counts a stored but uncounted run once at the next start; leaves ungraded runs', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 4 });
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const [kept, ungraded] = [buildRun({ task_id }), buildRun({ task_id })];
  for (const run of [kept, ungraded]) await store.runs.record(organization_id, { run, workspace_id });
  await store.grades.create(organization_id, buildGrade(kept));
  await store.runs.create(organization_id, {
    ...{ run_id: newId('run'), workspace_id, task_id, agent_id: 'nop', scenario: 's', label: null },
  });
  const settle = createRunSettler(store, Date.now);
  await settle();
  await settle();
  expect(await store.evaluations.findOfRun(organization_id, kept.run_id)).toMatchObject({ status: 'counted', seq: 1 });
  expect(await store.evaluations.findOfRun(organization_id, ungraded.run_id)).toBeUndefined();
  const { items } = await store.evaluations.list(organization_id, { limit: 10, after: null });
  expect(items).toHaveLength(1);
}, 120_000);

test('tries uncountable runs once, and they do not block others', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 4 });
  await using pool = openPool({ url: database.url, connections: 1 });
  const organizations = [await createOrganization(store), await createOrganization(store)];
  for (const organization_id of organizations) {
    const { workspace_id, task_id } = await createWorkspace(store, organization_id);
    const runs = Array.from({ length: 103 }, () => buildRun({ task_id }));
    for (const run of runs) {
      await store.runs.record(organization_id, { run, workspace_id });
      await store.grades.create(organization_id, buildGrade(run));
    }
    // all but the last, as if lost
    const lost = runs.slice(0, -1).map(({ run_id }) => toUuid(run_id));
    await pool.run(sql`delete from grades where run_id = any(${lost}::uuid[])`);
  }
  await createRunSettler(store, Date.now)();
  for (const organization_id of organizations) {
    const { items } = await store.evaluations.list(organization_id, { limit: 10, after: null });
    expect(items).toMatchObject([{ source: 'run', status: 'counted' }]);
  }
}, 120_000);

test('does not count proof runs, and they do not block others', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 4 });
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const agent = AgentSpec.parse({ id: 'nop', type: 'nop' });
  for (let trial = 0; trial < 101; trial++) {
    const run = buildRun({ task_id, label: 'proof' });
    const { run_id, agent_id, scenario, label } = run;
    await store.runs.create(organization_id, {
      run_id,
      workspace_id,
      task_id,
      agent_id,
      scenario,
      label,
      proves: true,
    });
    await store.run_requests.create(organization_id, { run_id, agent, repeat: 1, priority: 0, needs: null });
    await store.run_attempts.start(organization_id, { run_id, worker: 'one' });
    await store.runs.finish(organization_id, { run, attempt: 1 });
    await store.grades.create(organization_id, buildGrade(run));
  }
  const kept = buildRun({ task_id });
  await store.runs.record(organization_id, { run: kept, workspace_id });
  await store.grades.create(organization_id, buildGrade(kept));
  await createRunSettler(store, Date.now)();
  const { items } = await store.evaluations.list(organization_id, { limit: 10, after: null });
  expect(items.map(({ run_id }) => run_id)).toEqual([kept.run_id]);
}, 120_000);
