import type { Operation, Role } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { buildCheck, buildProof, buildSession } from '../../test/pushed.ts';
import { buildGrade, buildRun, computeScorecard, createWorkspace } from '../../test/runs.ts';
import { openTestApi, openTestBrowser, type TestApi, type TestCaller } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { signInIdOf } from '../store/tables/sessions.ts';

/* Calls every operation with every role, and as one organization with the ids of another. */

// contained in everything the first organization has
const SECRET = 'of-nobody-else';

type Request = TestCaller['request'];

let api: TestApi;
let ids: Record<string, string>;
let callers: Record<'viewer' | 'editor' | 'owner' | 'expired key' | 'nobody' | 'other owner', Request>;
beforeAll(async () => {
  api = await openTestApi();
  ids = await fill(api);
  const member = async (caller: TestCaller, role: Role): Promise<Request> => (await caller.createMember(role)).request;
  callers = {
    viewer: await member(api, 'viewer'),
    editor: await member(api, 'editor'),
    owner: await member(api, 'owner'),
    'expired key': await createExpired(api),
    nobody: openTestBrowser(api.app).request,
    'other owner': await member(api.other, 'owner'),
  };
});
afterAll(() => api[Symbol.asyncDispose]());

const closed = HANDLERS.map(({ operation }) => operation).filter(({ scope }) => scope !== null);
// never ends, or ends the session that the other tests need
const LEFT_OUT = new Set(['watch_events', 'end_session']);

test.each(closed.filter(({ id }) => !LEFT_OUT.has(id)))(
  '$id reveals nothing of another organization',
  async (operation) => {
    const response = await callers['other owner'](addressOf(operation), requestOf(operation));
    const text = await response.text();
    // agent names belong to the caller, so an unknown one has an empty reputation
    const names = Object.keys(operation.params?.shape ?? {}).filter(
      (name) => name.endsWith('_id') && name !== 'agent_id',
    );
    if (names.length > 0) expect([403, 404], `${response.status} ${text}`).toContain(response.status);
    if (response.ok) {
      const told = text.replaceAll(`"agent_id":"${ids['agent_id']}"`, '');
      expect(told).not.toContain(SECRET);
      for (const [name, id] of Object.entries(ids)) if (name !== 'agent_id') expect(told, name).not.toContain(id);
    }
  },
);

const ALLOWED = { viewer: ['read'], editor: ['read', 'write'], owner: ['read', 'write', 'admin'] } as const;

// each role last calls what it may, because that changes things
test.each(closed)('$id is answered by scope', async (operation) => {
  const statusFor = async (who: keyof typeof callers) => {
    const response = await callers[who](addressOf(operation), requestOf(operation));
    return { status: response.status, text: await response.text() };
  };
  expect(await statusFor('nobody')).toMatchObject({ status: 401 });
  expect(await statusFor('expired key')).toMatchObject({ status: 401 });
  if (LEFT_OUT.has(operation.id)) return;
  for (const [role, scopes] of Object.entries(ALLOWED)) {
    const { status, text } = await statusFor(role as keyof typeof ALLOWED);
    const isAllowed = scopes.some((scope) => scope === operation.scope);
    if (isAllowed) expect([401, 403], `${role} ${status} ${text}`).not.toContain(status);
    else expect(status, `${role} ${text}`).toBe(403);
  }
});

test.each(closed)('$id rejects keys without its scope', async (operation) => {
  if (operation.scope === 'read') return;
  const key = await api.createKey([operation.scope === 'admin' ? 'write' : 'read']);
  const { method, body, headers } = requestOf(operation);
  const response = await api.request(addressOf(operation), {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...headers, authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(403);
});

test('the first organization has data that could have leaked', async () => {
  const query = `?workspace_id=${ids['workspace_id']}`;
  for (const path of [
    ...['runs', 'comparisons', 'agent-sessions', 'checks', 'proofs'].map((name) => `/v1/${name}${query}`),
    ...['/v1/scenarios', '/v1/webhooks', '/v1/workspaces', '/v1/agents'],
  ]) {
    const response = await api.request(path);
    const text = await response.text();
    expect(response.status, `${path} ${text}`).toBe(200);
  }
  expect(await (await api.request(`/v1/runs/${ids['run_id']}`)).text()).toContain(SECRET);
});

async function createExpired({ store, organization_id, url, request }: TestApi): Promise<Request> {
  const key = { name: 'expired', scopes: ['admin' as const] };
  const { secret } = await store.api_keys.create(organization_id, key);
  await using pool = openPool({ url, connections: 1 });
  await pool.run(sql`update api_keys set expires_at = now() where name = 'expired'`);
  const authorization = `Bearer ${secret}`;
  return (path, options = {}) => request(path, { ...options, headers: { ...options.headers, authorization } });
}

async function fill({ store, organization_id, request }: TestApi): Promise<Record<string, string>> {
  const post = async (path: string, body: unknown) => {
    const response = await request(path, { method: 'POST', body });
    const text = await response.text();
    expect(response.ok, `${path} ${text}`).toBe(true);
    return JSON.parse(text);
  };
  const { secret } = await store.sessions.create({ organization_id, scopes: ['read'], actor: SECRET });
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const run = buildRun({ task_id, label: SECRET, agent_id: SECRET });
  const { scorecard, inputs } = computeScorecard(run);
  await store.runs.record(organization_id, { run, workspace_id });
  await store.agent_run_scores.keep(organization_id, { run_id: run.run_id, scorecard, inputs });
  await store.grades.create(organization_id, buildGrade(run));
  const comparison = buildComparison(SECRET);
  await store.comparisons.keep(organization_id, { workspace_id, comparison });
  const scenario = await post('/v1/scenarios', {
    scenario: { name: SECRET, user_instruction: SECRET, workspace_seed: 'empty' },
  });
  const webhook = await post('/v1/webhooks', { url: `https://example.com/${SECRET}`, events: ['run.graded'] });
  const key = await post('/v1/api-keys', { name: SECRET, scopes: ['read'] });
  const { invitation_id } = await post('/v1/invitations', { role: 'viewer', note: SECRET });
  const { member_id } = await store.members.create(organization_id, { name: SECRET, email: null, role: 'viewer' });
  const { digest } = await post('/v1/agent-sessions', { ...buildSession(SECRET), workspace_id });
  await post('/v1/checks', { ...buildCheck(SECRET), workspace_id });
  await post('/v1/proofs', { ...buildProof(SECRET), workspace_id });
  await post('/v1/evaluate', { agent_id: SECRET, output: SECRET, passed: true });
  return {
    workspace_id,
    task_id,
    run_id: run.run_id,
    comparison_id: comparison.comparison_id,
    digest,
    scenario_id: scenario.scenario_id,
    webhook_id: webhook.webhook_id ?? webhook.webhook.webhook_id,
    api_key_id: key.api_key_id ?? key.api_key.api_key_id,
    agent_id: SECRET,
    organization_id,
    invitation_id,
    member_id,
    sign_in_id: signInIdOf(secret),
    delivery_id: 'dlv_00000000000000000000000000',
  };
}

function addressOf({ path, query }: Operation): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`This test has no value for ${name}: add one`);
    return encodeURIComponent(id);
  });
  const known: Record<string, string> = { ...ids, name: 'run.json' };
  const given = Object.keys(query?.shape ?? {}).filter((name) => known[name] !== undefined);
  return given.length === 0 ? target : `${target}?${given.map((name) => `${name}=${known[name]}`).join('&')}`;
}

function requestOf(operation: Operation) {
  const { method, example } = operation;
  const body = example?.body === undefined ? {} : { body: withIds(example.body) };
  return { method: method.toUpperCase(), headers: { 'if-match': '"1"' }, ...body };
}

// every id in a body is replaced by one of the other organization
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name !== 'agent_id' && ids[name] ? ids[name] : withIds(inner)]),
  );
}
