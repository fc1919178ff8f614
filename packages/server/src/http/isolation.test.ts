import type { Run, RunId, WorkspaceId } from '@assay/schema';
import type { Operation, Role } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { fillOrganization, SECRET } from '../../test/fill-organization.ts';
import { openTestApi, openTestBrowser, type TestApi, type TestCaller } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';
import { requireFound } from '../operations/require-found.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';

/* Calls every operation with every role, and as one organization with the ids of another. */

type Request = TestCaller['request'];

let api: TestApi;
let ids: Record<string, string>;
let callers: Record<'viewer' | 'editor' | 'owner' | 'expired key' | 'nobody' | 'other owner', Request>;
beforeAll(async () => {
  api = await openTestApi();
  ids = await fillOrganization(api.store, api);
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
// deletes the organization of its caller; the first one cannot be deleted
const ENDS_CALLER = 'delete_organization';

test.each(closed.filter(({ id }) => !LEFT_OUT.has(id) && id !== ENDS_CALLER))(
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
    // editors revoke only what they created
    if (operation.id === 'revoke_share' && role === 'editor') expect(status, text).toBe(403);
    else if (isAllowed) expect([401, 403], `${role} ${status} ${text}`).not.toContain(status);
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

test('a link reads what it shows, and no operation of anything else', async () => {
  const { organization_id, store } = api;
  const { workspace_id, run_id } = ids as { workspace_id: WorkspaceId; run_id: RunId };
  const { run } = requireFound(await store.runs.find(organization_id, run_id), run_id);
  const shared = { ...(run as Run), run_id: newId('run') };
  await store.runs.record(organization_id, { run: shared, workspace_id });
  const target = { kind: 'run' as const, run_id: shared.run_id };
  const share = { workspace_id, target, created_by: 'test', expires_in_days: 1 };
  const authorization = `Bearer ${(await store.shares.create(organization_id, share)).token}`;
  const open = HANDLERS.filter(({ is_probe }) => !is_probe).map(({ operation }) => operation);
  for (const operation of open) {
    const asked = requestOf(operation);
    const response = await api.request(addressOf(operation), {
      ...asked,
      headers: { ...asked.headers, authorization },
    });
    const text = await response.text();
    expect(response.status, `${operation.id} ${text}`).toBe(operation.id === 'get_shared' ? 200 : 403);
    expect(text.replaceAll(shared.run_id, '')).not.toContain(SECRET);
  }
  const own = await api.request(`/v1/runs/${shared.run_id}`, { headers: { authorization } });
  expect(own.status).toBe(200);
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
