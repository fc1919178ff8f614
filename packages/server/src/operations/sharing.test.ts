import type { Run, RunId } from '@assay/schema';
import { getRunMatrix, type Share } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { buildGrade, buildRun, buildTask } from '../../test/runs.ts';
import { type JsonObject, openTestApi, readJson, type TestApi, type TestCaller } from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { HANDLERS } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

/** A caller whose workspace allows links, with a finished run. */
async function openWorkspace() {
  const caller = await api.createCaller();
  const { workspace_id } = caller;
  await readJson(
    await caller.request(`/v1/workspaces/${workspace_id}`, { method: 'PATCH', body: { share_links: true } }),
    200,
  );
  return { ...caller, run_id: await addRun(caller) };
}

async function addRun({ organization_id, workspace_id }: TestCaller, fields: Partial<Run> = {}): Promise<RunId> {
  const { task_id } = await api.store.tasks.keep(organization_id, buildTask());
  const run = buildRun({ task_id, ...fields });
  await api.store.runs.record(organization_id, { run, workspace_id });
  await api.store.grades.create(organization_id, buildGrade(run));
  for (const name of ['evidence.json', 'diff.patch', 'workspace.tar'])
    await api.store.run_evidence.put(organization_id, {
      ...{ run_id: run.run_id, attempt: 0, name },
      content: Buffer.from(`{"of":"${run.run_id}"}`),
    });
  return run.run_id;
}

type Requester = Pick<TestCaller, 'request'>;
type MadeShare = Share & { path: string };

async function share(caller: Requester, target: object, fields: object = {}) {
  const body = { target, ...fields };
  const made = (await readJson(
    await caller.request('/v1/shares', { method: 'POST', body }),
    201,
  )) as unknown as MadeShare;
  const [, token = ''] = /^\/share#token=(assay_share_[\w-]{43})$/.exec(made.path) ?? [];
  return { made, token };
}

/** Reads with nothing but a token. */
const read = (token: string, path: string) => api.app.request(path, { headers: { authorization: `Bearer ${token}` } });

test('a link shows one run with its grade and evidence, and names its maker', async () => {
  const caller = await openWorkspace();
  const { run_id } = caller;
  const editor = await caller.createMember('editor');
  const { made, token } = await share(editor, { kind: 'run', run_id });
  expect(made).toMatchObject({ created_by: editor.member.member_id, created_by_name: 'the editor', revoked_at: null });
  expect(Date.parse(made.expires_at ?? '') - Date.parse(made.created_at)).toBe(30 * 24 * 3_600_000);

  const shared = await read(token, '/v1/shared');
  expect(shared.headers.get('x-robots-tag')).toBe('noindex');
  expect(shared.headers.get('cache-control')).toBe('no-store');
  expect(shared.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await readJson(shared, 200)).toEqual({
    target: { kind: 'run', run_id },
    organization: 'made for a test',
    shared_by: 'the editor',
    expires_at: made.expires_at,
  });
  expect(await readJson(await read(token, `/v1/runs/${run_id}`), 200)).toMatchObject({ run_id });
  expect(await readJson(await read(token, `/v1/runs/${run_id}/grade`), 200)).toMatchObject({ revision: 1 });
  expect(await (await read(token, `/v1/runs/${run_id}/diff`)).text()).toContain(run_id);
  const file = (name: string) => read(token, `/v1/runs/${run_id}/evidence/file?name=${name}`);
  expect(await (await file('evidence.json')).text()).toContain(run_id);
  expect(await readJson(await file('workspace.tar'), 403)).toMatchObject({ code: 'forbidden' });
  expect(await readJson(await file('evidence.json&attempt=1'), 403)).toMatchObject({ code: 'forbidden' });
});

test('a link to one run reads no other, whatever ids are sent', async () => {
  const caller = await openWorkspace();
  const { token } = await share(caller, { kind: 'run', run_id: caller.run_id });
  const other = await addRun(caller);
  for (const path of ['', '/grade', '/diff', '/transcript', '/evidence/file?name=evidence.json']) {
    const refused = await read(token, `/v1/runs/${other}${path}`);
    expect(await readJson(refused, 403), path).toMatchObject({ detail: 'this link shows one run and nothing else' });
  }
  for (const path of ['/v1/runs', '/v1/session', '/v1/shares', '/v1/workspaces', `/v1/runs/${caller.run_id}/attempts`])
    expect((await read(token, path)).status, path).toBe(403);
});

test('a link ends when it is revoked, expires, or links are turned off', async () => {
  const caller = await openWorkspace();
  const { workspace_id, run_id } = caller;
  const target = { kind: 'run', run_id };
  const whyNot = async (token: string) => readJson(await read(token, `/v1/runs/${run_id}`), 410);

  const { made, token } = await share(caller, target);
  await readJson(await caller.request(`/v1/shares/${made.share_id}`, { method: 'DELETE' }), 204);
  expect(await whyNot(token)).toMatchObject({ code: 'share_ended', detail: expect.stringContaining('was revoked') });

  const expiring = await share(caller, target, { expires_in_days: 1 });
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`update shares set expires_at = now() where revoked_at is null`);
  expect(await whyNot(expiring.token)).toMatchObject({ detail: expect.stringContaining('has expired') });

  const lasting = await share(caller, target, { expires_in_days: null });
  expect(lasting.made.expires_at).toBeNull();
  const allow = (share_links: boolean) =>
    caller.request(`/v1/workspaces/${workspace_id}`, { method: 'PATCH', body: { share_links } });
  await readJson(await allow(false), 200);
  expect(await whyNot(lasting.token)).toMatchObject({ detail: expect.stringContaining('turned off') });
  const refused = await caller.request('/v1/shares', { method: 'POST', body: { target } });
  expect(await readJson(refused, 403)).toMatchObject({ detail: expect.stringContaining('Settings, Sharing') });
  await readJson(await allow(true), 200);
  expect((await read(lasting.token, '/v1/shared')).status).toBe(200);

  await pool.run(sql`update shares set revoked_at = now() - interval '31 days' where revoked_at is not null`);
  await api.store.shares.forgetOld();
  const wrong = await read(token, '/v1/shared');
  expect(await readJson(wrong, 401)).toMatchObject({ detail: expect.stringContaining('unknown') });
  const { items } = await readJson(await caller.request('/v1/shares'), 200);
  expect(items).toMatchObject([
    { share_id: lasting.made.share_id, last_opened_at: expect.any(String) },
    { share_id: expiring.made.share_id },
  ]);
});

test('editors revoke their own links, admins all; both are in the audit log without the token', async () => {
  const caller = await openWorkspace();
  const [editor, colleague, viewer] = [
    await caller.createMember('editor'),
    await caller.createMember('editor'),
    await caller.createMember('viewer'),
  ];
  const target = { kind: 'run', run_id: caller.run_id };
  expect((await viewer.request('/v1/shares', { method: 'POST', body: { target } })).status).toBe(403);
  const { made, token } = await share(editor, target);
  const revoke = (who: Requester, { share_id } = made) => who.request(`/v1/shares/${share_id}`, { method: 'DELETE' });
  expect(await readJson(await revoke(colleague), 403)).toMatchObject({ detail: expect.stringContaining('admins') });
  expect((await revoke(api.other)).status).toBe(404);
  expect((await revoke(editor)).status).toBe(204);
  const second = await share(colleague, target);
  expect((await revoke(caller, second.made)).status).toBe(204);
  const log = await (await caller.request('/v1/audit-log?limit=20')).text();
  const { items } = JSON.parse(log) as { items: JsonObject[] };
  expect(items.map(({ action }) => action)).toEqual([
    ...['share.revoke', 'share.create', 'share.revoke', 'share.create', 'workspace.update'],
  ]);
  expect(items.at(-1)).toMatchObject({ details: { share_links: true } });
  expect(items[3]).toMatchObject({ actor: editor.member.member_id, target: made.share_id, details: target });
  expect(log).not.toContain(token.slice('assay_share_'.length));
});

test('the log has no token, and wrong ones are guesses', async () => {
  const caller = await openWorkspace();
  const { token } = await share(caller, { kind: 'run', run_id: caller.run_id });
  const lines: unknown[] = [];
  const log = { write: (...line: unknown[]) => void lines.push(line) };
  const services = { ...api.services, log };
  const app = createApp({ services, handlers: HANDLERS, guess_limit: { per_second: 0.001, burst: 2 } });
  const statuses: number[] = [];
  for (const sent of [token, `${token}x`, 'assay_share_', token]) {
    const response = await app.request('/v1/shared', { headers: { authorization: `Bearer ${sent}` } });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 401, 401, 429]);
  expect(lines).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toContain(token.slice('assay_share_'.length));
});

test('a comparison is shared without its pull request, a matrix with the stored filters', async () => {
  const caller = await openWorkspace();
  const { organization_id, workspace_id } = caller;
  const comparison = buildComparison('short');
  const { comparison_id } = comparison;
  await api.store.comparisons.keep(organization_id, { workspace_id, comparison });
  const pull_request = { url: 'https://example.com/private/1', state: 'open' };
  const path = `/v1/comparisons/${comparison_id}`;
  await caller.request(`${path}/pull-request`, { method: 'PUT', body: pull_request });
  const compared = await share(caller, { kind: 'comparison', comparison_id });
  expect(compared.made.title).toBe('short against main');
  expect(await readJson(await read(compared.token, path), 200)).toMatchObject({ comparison_id, pull_request: null });
  expect((await read(compared.token, `${path}/pull-request`)).status).toBe(403);
  expect((await read(compared.token, `/v1/runs/${caller.run_id}`)).status).toBe(403);

  const query = { agent_id: 'nobody', sort: '-cost' };
  const matrix = await share(caller, { kind: 'matrix', workspace_id, query });
  expect(await readJson(await read(matrix.token, '/v1/runs/matrix?scenario=fix-add'), 200)).toMatchObject({
    cells: [],
  });
  const all = await share(caller, { kind: 'matrix', workspace_id, query: {} });
  expect(await readJson(await read(all.token, '/v1/runs/matrix?agent_id=nobody'), 200)).toMatchObject({
    cells: [{ runs: 1 }],
  });
  // without sides in the stored query there is nothing to compare
  const sides = await read(all.token, '/v1/comparisons/preview?baseline=a&candidate=b');
  expect(await readJson(sides, 422)).toMatchObject({ path: 'baseline' });
  const foreign = { kind: 'matrix', workspace_id: api.other.workspace_id, query: {} };
  for (const [target, status] of [
    [foreign, 404],
    [{ kind: 'matrix', workspace_id, query: { min_score: 'high' } }, 422],
    [{ kind: 'run', run_id: caller.run_id, query: {} }, 422],
  ] as const)
    expect((await caller.request('/v1/shares', { method: 'POST', body: { target } })).status).toBe(status);
});

test('a link to a matrix compares nothing beyond its filters, and names nobody beyond them', async () => {
  const caller = await openWorkspace();
  const { workspace_id } = caller;
  for (const label of ['main', 'next'])
    for (const scenario of ['public-demo', 'secret']) {
      const agent_id = scenario === 'secret' ? 'hidden' : 'shown';
      await addRun(caller, { label, scenario, agent_id });
    }
  const query = { scenario: 'public-demo', columns: 'label', baseline: 'main', candidate: 'next' };
  const { token } = await share(caller, { kind: 'matrix', workspace_id, query });
  const compared = await readJson(await read(token, '/v1/comparisons/preview'), 200);
  expect(compared).toMatchObject({ tasks: [{ task_id: 'public-demo' }], excluded_scenarios: [] });
  const matrix = await readJson(await read(token, '/v1/runs/matrix'), 200);
  expect(matrix).toMatchObject({ columns: [{ name: 'main', agents: ['shown'] }, { name: 'next' }] });
  expect(JSON.stringify([compared, matrix])).not.toMatch(/secret|hidden/);

  const other = await share(caller, { kind: 'matrix', workspace_id, query: { ...query, label: 'main' } });
  expect((await read(other.token, '/v1/comparisons/preview')).status).toBe(409);
});

test('everything that a link to a matrix reads with a query has the filters of the matrix', () => {
  const read = HANDLERS.map(({ operation }) => operation).filter(({ shared }) => shared?.includes('matrix'));
  const queries = read.flatMap(({ query }) => (query === undefined ? [] : [Object.keys(query.shape)]));
  expect(queries).toHaveLength(2);
  for (const fields of queries)
    expect(fields).toEqual(expect.arrayContaining(Object.keys(getRunMatrix.query?.shape ?? {})));
});
