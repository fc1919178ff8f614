import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import {
  type JsonObject,
  openTestApi,
  openTestBrowser,
  readJson,
  type TestApi,
  type TestCaller,
} from '../../test/server.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const lastAction = async (): Promise<JsonObject> => {
  const { items } = await readJson(await api.request('/v1/audit-log?limit=1'), 200);
  return (items as JsonObject[])[0] as JsonObject;
};

test('an organization is readable with its keys and renamed by an admin', async () => {
  const { organization_id } = api;
  expect(await readJson(await api.request('/v1/organization'), 200)).toMatchObject({ organization_id });
  const renamed = await api.request('/v1/organization', { method: 'PATCH', body: { name: '  Acme  ' } });
  expect(await readJson(renamed, 200)).toMatchObject({ organization_id, name: 'Acme' });
  expect(await lastAction()).toMatchObject({
    action: 'organization.update',
    target: organization_id,
    details: { name: 'Acme', before: 'made for a test' },
  });
  expect(await readJson(await api.other.request('/v1/organization'), 200)).not.toMatchObject({ name: 'Acme' });
  const writer = await api.createKey(['write']);
  const refused = await api.request('/v1/organization', {
    method: 'PATCH',
    body: { name: 'Mine' },
    headers: { authorization: `Bearer ${writer}` },
  });
  expect(await readJson(refused, 403)).toMatchObject({ code: 'forbidden' });
});

test('owners of the first organization create others and invite their owners, and nobody else does', async () => {
  const body = { name: 'Platform team', email: 'ann@example.com' };
  const create = (caller: Pick<TestCaller, 'request'>) => caller.request('/v1/organizations', { method: 'POST', body });
  expect(await readJson(await create(api.other), 403)).toMatchObject({
    detail: expect.stringContaining('owners of the first organization'),
  });
  expect(await readJson(await api.other.request('/v1/organizations'), 403)).toMatchObject({ code: 'forbidden' });
  const id = await api.request('/v1/organizations', { method: 'POST', body: { name: api.organization_id } });
  expect(await readJson(id, 422)).toMatchObject({ path: 'name' });

  const { organization, path } = await readJson(await create(api), 201);
  const { organization_id, ...told } = organization as JsonObject;
  expect(told).toMatchObject({ name: 'Platform team' });
  expect(await lastAction()).toMatchObject({ action: 'organization.create', target: organization_id });
  const { items } = await readJson(await api.request('/v1/organizations'), 200);
  expect(items).toContainEqual({ organization_id, name: 'Platform team', created_at: told['created_at'] });

  const token = String(path).replace('/join#token=', '');
  const owner = openTestBrowser(api.app);
  const session = await owner.signIn({ invitation: token, name: 'Ann' });
  expect(session).toMatchObject({ organization_id, member: { name: 'Ann' } });
  expect(await readJson(await owner.request('/v1/members'), 200)).toMatchObject({
    items: [{ name: 'Ann', role: 'owner', email: 'ann@example.com' }],
  });
  expect(await readJson(await owner.request('/v1/server'), 200)).toMatchObject({ manages_organizations: false });
  const log = await readJson(await owner.request('/v1/audit-log'), 200);
  expect((log['items'] as JsonObject[]).map(({ action }) => action)).toContain('organization.create');
});

test('says how the server was started', async () => {
  expect(await readJson(await api.request('/v1/server'), 200)).toEqual({
    contents: 'database',
    identity_provider: null,
    executes_runs: true,
    manages_organizations: true,
  });
});

test('creates, lists, reads and changes a workspace; other fields stay', async () => {
  const weights = { completion: 70, error_rate: 10, latency: 10, resource_efficiency: 10 };
  const made = await readJson(
    await api.request('/v1/workspaces', {
      method: 'POST',
      body: { name: 'nightly', weights, evidence_retention_days: 30 },
    }),
    201,
  );
  expect(made).toMatchObject({
    name: 'nightly',
    weights,
    judge: null,
    prices: null,
    evidence_retention_days: 30,
    concurrency_limit: null,
    budget_usd_micros: null,
  });
  const path = `/v1/workspaces/${made['workspace_id']}`;
  const judge = { use: 'anthropic', model: 'claude-sonnet-4-6', samples: 3 };
  const prices = [
    { model: 'claude-*', input: 2, cached_input: 0.2, cache_write: 2.5, output: 10 },
    { model: 'house', input: 0, output: 0 },
  ];
  const changed = await readJson(
    await api.request(path, { method: 'PATCH', body: { judge, prices, concurrency_limit: 2, weights: null } }),
    200,
  );
  expect(changed).toEqual({ ...made, judge, prices, concurrency_limit: 2, weights: null });
  expect(await readJson(await api.request(path), 200)).toEqual(changed);
  expect(await readJson(await api.request(path, { method: 'PATCH', body: {} }), 200)).toEqual(changed);
  expect(await lastAction()).toMatchObject({ action: 'workspace.update', target: made['workspace_id'] });
  const cleared = await readJson(await api.request(path, { method: 'PATCH', body: { prices: null } }), 200);
  expect(cleared).toEqual({ ...changed, prices: null });
  const page = await readJson(await api.request('/v1/workspaces?limit=1'), 200);
  const rest = await readJson(await api.request(`/v1/workspaces?after=${page['next']}`), 200);
  expect([...(page['items'] as JsonObject[]), ...(rest['items'] as JsonObject[])].map(({ name }) => name)).toEqual([
    'main',
    'nightly',
  ]);
  const again = await api.request('/v1/workspaces', { method: 'POST', body: { name: 'nightly' } });
  expect(await readJson(again, 409)).toMatchObject({ code: 'conflict' });
});

test.each([
  { name: '', why: 'no name' },
  { name: 'a\nb', why: 'two lines' },
  { name: 'x'.repeat(101), why: 'too long' },
  { name: 'w', weights: { completion: 100 }, why: 'one weight of four' },
  {
    name: 'w',
    weights: { completion: 40, error_rate: 30, latency: 20, resource_efficiency: 9 },
    why: 'weights that do not sum to 100',
  },
  { name: 'w', judge: { use: 'claude-cli', program: '/bin/sh' }, why: 'a program of the server' },
  { name: 'w', judge: { use: 'replay', from: '/etc/passwd' }, why: 'a file of the server' },
  { name: 'w', judge: { use: 'openai', base_url: 'https://evil.example' }, why: 'a URL that would receive the key' },
  { name: 'w', judge: { use: 'openai', key_env: 'DATABASE_URL' }, why: 'a secret of the server' },
  { name: 'w', judge: { use: 'anthropic', criteria: '/etc/passwd' }, why: 'a file of the server' },
  { name: 'w', prices: [{ model: 'house', input: -1, output: 1 }], why: 'a negative price' },
  { name: 'w', prices: [{ model: 'ho*se', input: 1, output: 1 }], why: 'a * inside a name' },
  { name: 'w', prices: [{ model: 'house', output: 1 }], why: 'half a price' },
  { name: 'w', evidence_retention_days: 0, why: 'a retention of zero days' },
  { name: 'w', concurrency_limit: 1.5, why: 'a fractional limit' },
  { name: 'w', budget_usd_micros: 0, why: 'a budget of nothing' },
  { name: 'w', owner: 'me', why: 'an unknown field' },
])('rejects a workspace with $why', async ({ why: _, ...body }) => {
  const response = await api.request('/v1/workspaces', { method: 'POST', body });
  expect(await readJson(response, 422)).toMatchObject({ code: 'invalid_input' });
});

test('a key is shown once, listed without its secret, limited to its scope, and can be revoked', async () => {
  const made = await readJson(
    await api.request('/v1/api-keys', { method: 'POST', body: { name: 'ci', scopes: ['read'] } }),
    201,
  );
  const { secret, ...key } = made;
  expect(await lastAction()).toMatchObject({ action: 'api_key.create', target: key['api_key_id'] });
  const listed = await readJson(await api.request('/v1/api-keys'), 200);
  expect(JSON.stringify(listed)).not.toContain((secret as string).slice(-43));
  expect(JSON.stringify(await lastAction())).not.toContain((secret as string).slice(-43));
  expect(listed['items']).toContainEqual(key);
  const headers = { authorization: `Bearer ${secret}` };
  await readJson(await api.request('/v1/organization', { headers }), 200);
  await readJson(await api.request('/v1/api-keys', { headers }), 403);
  await readJson(
    await api.request('/v1/api-keys', { method: 'POST', headers, body: { name: 'x', scopes: ['admin'] } }),
    403,
  );
  const path = `/v1/api-keys/${key['api_key_id']}`;
  const revoked = await readJson(await api.request(path, { method: 'DELETE' }), 200);
  expect(revoked['revoked_at']).not.toBeNull();
  expect(await lastAction()).toMatchObject({ action: 'api_key.revoke', details: { name: 'ci' } });
});

test('does not repeat a secret: rejects a repeated request and creates nothing', async () => {
  const before = await readJson(await api.request('/v1/api-keys'), 200);
  const send = (name: string) =>
    api.request('/v1/api-keys', {
      method: 'POST',
      body: { name, scopes: ['read'] },
      headers: { 'idempotency-key': 'make-a-key' },
    });
  await readJson(await send('once'), 201);
  expect(await readJson(await send('once'), 409)).toMatchObject({ code: 'conflict' });
  expect(await readJson(await send('twice'), 422)).toMatchObject({ code: 'idempotency_mismatch' });
  const after = await readJson(await api.request('/v1/api-keys'), 200);
  expect(after['items']).toHaveLength((before['items'] as JsonObject[]).length + 1);
});

test('ids of another organization count as missing', async () => {
  const { workspace_id } = api;
  const { api_key } = await api.store.api_keys.create(api.organization_id, { name: 'ours', scopes: ['read'] });
  for (const [method, path, body] of [
    ['GET', `/v1/workspaces/${workspace_id}`],
    ['PATCH', `/v1/workspaces/${workspace_id}`, { name: 'theirs' }],
    ['DELETE', `/v1/api-keys/${api_key.api_key_id}`],
  ] as const) {
    const response = await api.other.request(path, { method, ...(body === undefined ? {} : { body }) });
    expect(await readJson(response, 404), path).toMatchObject({ code: 'not_found' });
  }
  expect(await api.store.workspaces.find(api.organization_id, workspace_id)).toMatchObject({ name: 'main' });
  const { items } = await readJson(await api.other.request('/v1/audit-log'), 200);
  expect(JSON.stringify(items)).not.toContain(workspace_id);
  await readJson(await api.request(`/v1/workspaces/${newId('wsp')}`), 404);
});
