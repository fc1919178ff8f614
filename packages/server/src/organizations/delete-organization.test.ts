import { readFileSync } from 'node:fs';
import type { RunId, WorkspaceId } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fillOrganization } from '../../test/fill-organization.ts';
import { buildJudgeCall, buildTask } from '../../test/runs.ts';
import { type JsonObject, openTestApi, readJson, type TestApi, type TestCaller } from '../../test/server.ts';
import { openPool, type Pool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { query, sql } from '../store/sql/sql.ts';
import { deleteOrganization } from './delete-organization.ts';
import { purgeOrganizations } from './purge-organization.ts';

const LOGS = new URL('../../../../fixtures/transcripts/otlp-logs/claude-2.1.325.logs.jsonl', import.meta.url);

let api: TestApi;
let pool: Pool;
beforeAll(async () => {
  api = await openTestApi();
  pool = openPool({ url: api.url, connections: 1 });
}, 120_000);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** How many rows an organization has, by table. */
async function countRows({ organization_id }: TestCaller): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['organizations', ...(await api.store.deleted_organizations.listTables())]) {
    const row = z.object({ count: z.coerce.number() });
    const statement = `select count(*) from ${table} where organization_id = `;
    counts[table] = (await pool.get({ row, strings: [statement, ''], values: [toUuid(organization_id)] })).count;
  }
  return counts;
}

async function listOrganizationsWithJobs(): Promise<string[]> {
  const jobs = await pool.list(query(z.object({ organization_id: z.string() }))`
    select distinct data ->> 'organization_id' as organization_id from assay_queue.job`);
  return jobs.map(({ organization_id }) => organization_id);
}

const listUnfinishedRuns = ({ organization_id }: TestCaller) =>
  pool.list(query(z.object({ run_id: z.string() }))`
    select run_id from runs
    where organization_id = ${toUuid(organization_id)} and status in ('queued', 'running')`);

async function fillEveryTable(caller: TestCaller): Promise<void> {
  const { organization_id, request } = caller;
  const ids = await fillOrganization(api.store, caller);
  const run_id = ids['run_id'] as RunId;
  const send = async (method: string, path: string, body?: unknown): Promise<JsonObject> => {
    const headers = { 'idempotency-key': path };
    const response = await request(path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(response.ok, `${path} ${response.status}`).toBe(true);
    return (await response.json()) as JsonObject;
  };
  await send('POST', `/v1/webhooks/${ids['webhook_id']}/test`);
  const pull_request = { url: 'https://example.com/pull/1', state: 'open' };
  await send('PUT', `/v1/comparisons/${ids['comparison_id']}/pull-request`, pull_request);
  const scenario = { name: 'files', user_instruction: 'x', workspace_seed: { copy: './fixture' } };
  const { scenario_id } = await send('POST', '/v1/scenarios', { scenario });
  await send('POST', `/v1/scenarios/${scenario_id}/tasks`, { files: { 'fixture/a.txt': 'a\n' } });
  const { task_id } = await api.store.tasks.keep(organization_id, buildTask());
  const { runs } = await send('POST', '/v1/runs', { execute: { task_id, agent: { id: 'nop', type: 'nop' } } });
  const [requested] = runs as { run_id: RunId }[];
  await api.store.run_attempts.start(organization_id, { run_id: requested?.run_id as RunId, worker: 'test' });
  const evidence = { run_id, attempt: 1, name: 'a.txt', content: Buffer.from('a') };
  await api.store.run_evidence.put(organization_id, evidence);
  await api.store.judgments.keep(organization_id, { run_id, judgments: [buildJudgeCall('x')] });
  await api.store.sessions.createLink({ organization_id, scopes: ['read'], actor: 'test' });
  const workspace_id = ids['workspace_id'] as WorkspaceId;
  const spent = { organization_id, workspace_id, budget_usd_micros: 1, cost_usd_micros: 1 };
  await api.store.budgets.noteAlert(spent, { month: '2026-11-01', percent: 80 });
  const [document] = readFileSync(LOGS, 'utf8').split('\n');
  await send('POST', '/v1/logs', document);
}

const remove = (caller: Pick<TestCaller, 'request'>, name: string) =>
  caller.request('/v1/organization/delete', { method: 'POST', body: { name } });

test('deletes every row of an organization, and none of another', async () => {
  const [doomed, other] = [await api.createCaller(), await api.createCaller()];
  for (const caller of [doomed, other]) await fillEveryTable(caller);
  const owner = await doomed.createMember('owner');
  const before = await countRows(other);
  // a new table needs a row in fillEveryTable
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);

  expect(await readJson(await remove(owner, 'made for a tes'), 422)).toMatchObject({ path: 'name' });
  await readJson(await remove(owner, 'made for a test'), 202);
  await readJson(await owner.request('/v1/session'), 401);
  expect((await api.store.organizations.list()).map(({ organization_id }) => organization_id)).not.toContain(
    doomed.organization_id,
  );
  expect(await api.store.api_keys.authenticate(doomed.key)).toBeUndefined();
  // workers stop at once
  expect(await listOrganizationsWithJobs()).toEqual([other.organization_id]);
  expect(await listUnfinishedRuns(doomed)).toEqual([]);
  expect(await listUnfinishedRuns(other)).not.toEqual([]);
  // a link that was used at the same moment
  const { organization_id } = doomed;
  const late = await api.store.sessions.create({ organization_id, scopes: ['admin'], actor: 'first start' });
  expect(await api.store.sessions.find(late.secret)).toBeUndefined();
  // servers may remember its keys for a moment
  await purgeOrganizations(api.services);
  expect(await countRows(doomed)).toMatchObject({ organizations: 1, runs: expect.toSatisfy((count) => count > 0) });

  await pool.run(sql`update organizations set deleted_at = deleted_at - interval '1 minute'`);
  const told: unknown[] = [];
  const log = { ...api.services.log, write: (...line: unknown[]) => told.push(line) };
  await purgeOrganizations({ ...api.services, log });
  expect(told).toEqual([
    [
      'warn',
      'organization_deleted',
      {
        organization_id: doomed.organization_id,
        name: 'made for a test',
        deleted_by: owner.member.member_id,
      },
    ],
  ]);
  expect(Object.entries(await countRows(doomed)).filter(([, count]) => count > 0)).toEqual([]);
  expect(await countRows(other)).toEqual(before);
  expect(await listOrganizationsWithJobs()).toEqual([other.organization_id]);
});

test('one organization that cannot be deleted does not keep the others', async () => {
  const [first, second] = [await api.createCaller(), await api.createCaller()];
  for (const { organization_id } of [first, second])
    await deleteOrganization(api.store, { organization_id, actor: 'test' });
  await pool.run(sql`update organizations set deleted_at = deleted_at - interval '1 minute'`);
  // this process has no credentials for a store of the first one
  await pool.run(sql`
    insert into evidence_parts (organization_id, digest, encoding, size_bytes, location, blob)
    values (${toUuid(first.organization_id)}, sha256(''), 'identity', 0, 's3://evidence/', 'any')`);
  const told: unknown[] = [];
  const log = {
    ...api.services.log,
    write: (_: string, event: string, fields: object) => told.push({ event, ...fields }),
  };
  await purgeOrganizations({ ...api.services, log });
  expect(told).toMatchObject([
    { event: 'organization_not_deleted', organization_id: first.organization_id },
    { event: 'organization_deleted', organization_id: second.organization_id },
  ]);
});

test('two processes can delete the same organization', async () => {
  const { organization_id } = await api.createCaller();
  await pool.run(sql`
    insert into audit_log (organization_id, audit_entry_id, actor, action, details)
    select ${toUuid(organization_id)}, gen_random_uuid(), 'test', 'test', '{}' from generate_series(1, 30)`);
  await deleteOrganization(api.store, { organization_id, actor: 'test' });
  const deleteSome = () =>
    api.store.transaction(({ deleted_organizations }) =>
      deleted_organizations.deleteRows(organization_id, 'audit_log', 20),
    );
  let second: Promise<number> | undefined;
  await api.store.transaction(async ({ deleted_organizations }) => {
    expect(await deleted_organizations.deleteRows(organization_id, 'audit_log', 20)).toBe(20);
    second = deleteSome();
    await expect
      .poll(() =>
        pool.run(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toBeGreaterThan(0);
  });
  expect(await second).toBe(10);
});

test('the first organization cannot be deleted', async () => {
  expect(await readJson(await remove(api, 'made for a test'), 409)).toMatchObject({
    detail: expect.stringContaining('owns the runs in the folder'),
  });
  await readJson(await api.request('/v1/organization'), 200);
});

test('rows that are final can be deleted only with their organization', async () => {
  await readJson(await api.request('/v1/organization', { method: 'PATCH', body: { name: 'made for a test' } }), 200);
  await expect(pool.run(sql`delete from audit_log`)).rejects.toThrow();
});
