import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { createOrganization, newId } from '../../../../test/database.ts';
import { buildTask } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Pool } from '../../sql/connection.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';

let store: Store;
let pool: Pool;
useStore({ connections: 4 }, (opened) => {
  ({ store, pool } = opened);
});

const named = (name: string) => Scenario.parse({ name, user_instruction: 'Fix add.', workspace_seed: 'empty' });
const page = { limit: 10, after: null };

test('only the newest revision of a scenario can be edited', async () => {
  const organization_id = await createOrganization(store);
  const scenario_id = newId('scn');
  const made = await store.scenarios.create(organization_id, { scenario_id, scenario: named('fix-add') });
  expect(made).toMatchObject({ revision: 1, scenario: named('fix-add'), archived_at: null });
  const edit = { scenario_id, revision: 1, scenario: { ...named('fix-add'), user_instruction: 'Fix add again.' } };
  expect(await store.scenarios.update(organization_id, edit)).toMatchObject({ revision: 2, scenario: edit.scenario });
  await expect(store.scenarios.update(organization_id, edit)).rejects.toMatchObject({
    code: 'revision_mismatch',
    message: expect.stringContaining('at revision 2'),
  });
  expect(await store.scenarios.update(organization_id, { ...edit, scenario_id: newId('scn') })).toBeUndefined();
});

test('an archived scenario can be read but not listed or edited, and its name is free', async () => {
  const organization_id = await createOrganization(store);
  const scenario_id = newId('scn');
  const scenario = named('fix-add');
  await store.scenarios.create(organization_id, { scenario_id, scenario });
  await expect(store.scenarios.create(organization_id, { scenario_id: newId('scn'), scenario })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await store.scenarios.archive(organization_id, scenario_id))?.archived_at).not.toBeNull();
  expect((await store.scenarios.list(organization_id, page)).items).toEqual([]);
  expect(await store.scenarios.find(organization_id, scenario_id)).toBeDefined();
  expect(await store.scenarios.update(organization_id, { scenario_id, revision: 1, scenario })).toBeUndefined();
  await store.scenarios.create(organization_id, { scenario_id: newId('scn'), scenario });
});

test('lists scenarios by name, for their organization only', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  for (const name of ['c', 'a', 'B', 'b']) {
    await store.scenarios.create(ours, { scenario_id: newId('scn'), scenario: named(name) });
  }
  const first = await store.scenarios.list(ours, { limit: 3, after: null });
  const second = await store.scenarios.list(ours, { limit: 3, after: first.next });
  expect([...first.items, ...second.items].map(({ scenario }) => scenario.name)).toEqual(['B', 'a', 'b', 'c']);
  expect((await store.scenarios.list(theirs, page)).items).toEqual([]);
  const [own] = first.items;
  expect(
    await store.scenarios.archive(theirs, own?.scenario_id as NonNullable<typeof own>['scenario_id']),
  ).toBeUndefined();
});

test('stores a task unchanged; accepts it again, rejects a changed one', async () => {
  const organization_id = await createOrganization(store);
  const task = buildTask({ scenario_id: newId('scn'), file_digests: { 'oracle.patch': '5'.repeat(64) } });
  expect(await store.tasks.keep(organization_id, task)).toEqual(task);
  expect(await store.tasks.keep(organization_id, task)).toEqual(task);
  expect(await store.tasks.find(organization_id, task.task_id)).toEqual(task);
  await expect(store.tasks.keep(organization_id, { ...task, task_digest: '9'.repeat(64) })).rejects.toMatchObject({
    code: 'conflict',
  });
  const bare = buildTask();
  expect(await store.tasks.keep(organization_id, bare)).toEqual(bare);
  const scenario_id = task.scenario_id as NonNullable<typeof task.scenario_id>;
  expect((await store.tasks.listOfScenario(organization_id, { scenario_id, ...page })).items).toEqual([task]);
});

test('a task of another organization counts as missing', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const task = await store.tasks.keep(ours, buildTask());
  expect(await store.tasks.find(theirs, task.task_id)).toBeUndefined();
});

test.each([sql`update tasks set scenario = '{}'`, sql`delete from tasks`])(
  'the database rejects changes of a task',
  async (statement) => {
    await store.tasks.keep(await createOrganization(store), buildTask());
    await expect(pool.run(statement)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('tasks is never changed'),
    });
  },
);
