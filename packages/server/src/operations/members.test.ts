import type { Invitation, Member } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type JsonObject,
  openTestApi,
  openTestBrowser,
  readJson,
  type TestApi,
  type TestCaller,
} from '../../test/server.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const post = async (caller: Pick<TestCaller, 'request'>, path: string, body?: unknown, status = 201) =>
  readJson(await caller.request(path, { method: 'POST', ...(body === undefined ? {} : { body }) }), status);

const invite = async (caller: Pick<TestCaller, 'request'>, body: object) => {
  const invitation = (await post(caller, '/v1/invitations', body)) as unknown as Invitation & { path: string };
  const [, token = ''] = /^\/join#token=([\w-]{43})$/.exec(invitation.path) ?? [];
  return { invitation, token };
};

const audit = async (caller: TestCaller) =>
  (await readJson(await caller.request('/v1/audit-log?limit=3'), 200))['items'] as JsonObject[];

test('an invitation makes one person a member and signs the browser in', async () => {
  const caller = await api.createCaller();
  const { invitation, token } = await invite(caller, { role: 'editor', email: ' Ann@Example.com', note: 'for Ann' });
  expect(invitation).toMatchObject({ role: 'editor', email: 'ann@example.com', note: 'for Ann' });
  expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * 24 * 3_600_000);
  const listed = await readJson(await caller.request('/v1/invitations'), 200);
  expect(JSON.stringify(listed)).not.toContain(token);
  expect(listed['items']).toMatchObject([{ invitation_id: invitation.invitation_id }]);

  const browser = openTestBrowser(api.app);
  // reading it any number of times changes nothing
  for (const _ of [1, 2])
    expect(await post(browser, '/v1/invitations/find', { token }, 200)).toMatchObject({
      organization_id: caller.organization_id,
      organization: 'made for a test',
      role: 'editor',
    });
  await readJson(await browser.request('/v1/session', { method: 'POST', body: { invitation: token, name: ' ' } }), 422);
  const session = await browser.signIn({ invitation: token, name: 'Ann' });
  expect(session).toMatchObject({
    organization_id: caller.organization_id,
    scopes: ['write'],
    member: { name: 'Ann', member_id: expect.stringMatching(/^usr_/) },
  });
  await readJson(
    await browser.request('/v1/session', { method: 'POST', body: { invitation: token, name: 'Eve' } }),
    404,
  );
  await post(browser, '/v1/invitations/find', { token }, 404);
  expect((await readJson(await caller.request('/v1/invitations'), 200))['items']).toEqual([]);

  const actor = session.member?.member_id;
  expect(await audit(caller)).toMatchObject([
    { actor, actor_name: 'Ann', action: 'member.join', target: actor, details: { role: 'editor' } },
    { actor: expect.stringMatching(/^key_/), actor_name: 'test', action: 'invitation.create' },
  ]);
  const { items } = await readJson(await caller.request('/v1/sign-ins'), 200);
  expect(items).toMatchObject([{ actor, actor_name: 'Ann', scopes: ['write'] }]);
  await readJson(await browser.request('/v1/members'), 403);
  const again = await caller.request('/v1/invitations', { method: 'POST', body: { role: 'owner', email: 'x' } });
  expect(await readJson(again, 422)).toMatchObject({ path: 'email' });
});

test('a revoked or expired invitation does not work', async () => {
  const caller = await api.createCaller();
  const { invitation, token } = await invite(caller, { role: 'owner' });
  const path = `/v1/invitations/${invitation.invitation_id}`;
  await readJson(await api.other.request(path, { method: 'DELETE' }), 404);
  await readJson(await caller.request(path, { method: 'DELETE' }), 204);
  await readJson(await caller.request(path, { method: 'DELETE' }), 404);
  const late = await invite(caller, { role: 'owner' });
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`update invitations set expires_at = now()`);
  const browser = openTestBrowser(api.app);
  for (const gone of [token, late.token, 'x']) {
    const answer = await browser.request('/v1/session', { method: 'POST', body: { invitation: gone, name: 'Eve' } });
    expect(await readJson(answer, 404)).toMatchObject({ detail: expect.stringContaining('Ask for another one') });
    await post(browser, '/v1/invitations/find', { token: gone }, 404);
  }
  expect((await readJson(await caller.request('/v1/members'), 200))['items']).toEqual([]);
});

test('a new role and a removal take effect at once', async () => {
  const caller = await api.createCaller();
  const { member, request } = await caller.createMember('viewer');
  const path = `/v1/members/${member.member_id}`;
  const change = (body: object) => caller.request(path, { method: 'PATCH', body });
  await readJson(await request('/v1/workspaces', { method: 'POST', body: { name: 'a' } }), 403);
  expect(await readJson(await change({ role: 'owner', email: 'Ann@example.com' }), 200)).toMatchObject({
    role: 'owner',
    email: 'ann@example.com',
  });
  expect((await audit(caller))[0]).toMatchObject({
    action: 'member.update',
    details: { role: 'owner', before: { role: 'viewer', email: null } },
  });
  await readJson(await request('/v1/workspaces', { method: 'POST', body: { name: 'a' } }), 201);
  expect((await audit(caller))[0]).toMatchObject({ actor: member.member_id, actor_name: 'the viewer' });
  await readJson(await change({ role: 'viewer' }), 200);
  await readJson(await request('/v1/workspaces', { method: 'POST', body: { name: 'b' } }), 403);

  const link = await post(caller, `${path}/sign-in-link`);
  const { member: second } = await caller.createMember('viewer');
  const taken = await caller.request(`/v1/members/${second.member_id}`, {
    method: 'PATCH',
    body: { email: 'ann@example.com' },
  });
  expect(await readJson(taken, 409)).toMatchObject({ detail: expect.stringContaining(member.member_id) });
  for (const method of ['PATCH', 'DELETE'] as const)
    await readJson(await api.other.request(path, { method, ...(method === 'PATCH' ? { body: {} } : {}) }), 404);
  await readJson(await api.other.request(`${path}/sign-in-link`, { method: 'POST' }), 404);

  // twice at the same time
  const removed = await Promise.all([1, 2].map(() => caller.request(path, { method: 'DELETE' })));
  expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  await readJson(await request('/v1/session'), 401);
  const token = String(link['path']).split('=')[1];
  await readJson(await openTestBrowser(api.app).request('/v1/session', { method: 'POST', body: { token } }), 401);
  await readJson(await caller.request(path, { method: 'DELETE' }), 404);
  const removals = (await audit(caller)).filter(({ action }) => action === 'member.remove');
  expect(removals).toHaveLength(1);
  const { items } = await readJson(await caller.request('/v1/members'), 200);
  expect((items as Member[]).map(({ member_id }) => member_id)).toEqual([second.member_id]);
  expect(JSON.stringify(await audit(caller))).toContain('the viewer');
});

test('a link signs a member in again, once', async () => {
  const caller = await api.createCaller();
  const { member } = await caller.createMember('editor');
  const { path } = await post(caller, `/v1/members/${member.member_id}/sign-in-link`);
  const [, token] = /^\/login#token=([\w-]{43})$/.exec(String(path)) ?? [];
  const browser = openTestBrowser(api.app);
  const offer = { organization_id: caller.organization_id, organization: 'made for a test' };
  // reading it any number of times changes nothing
  for (const _ of [1, 2])
    expect(await post(browser, '/v1/session/link', { token }, 200)).toEqual({
      ...offer,
      member: { name: 'the editor' },
    });
  expect(await browser.signIn({ token })).toMatchObject({ member: { name: 'the editor' }, scopes: ['write'] });
  await readJson(await browser.request('/v1/session', { method: 'POST', body: { token } }), 401);
  await post(browser, '/v1/session/link', { token }, 401);
  expect((await audit(caller))[0]).toMatchObject({ action: 'member.create_link', target: member.member_id });
});

test('the last owner and the last admin key cannot both go', async () => {
  const caller = await api.createCaller();
  const { member } = await caller.createMember('owner');
  const { items } = await readJson(await caller.request('/v1/api-keys'), 200);
  const [{ api_key_id }] = items as [{ api_key_id: string }];
  await post(caller, '/v1/api-keys', { name: 'expires', scopes: ['admin'], expires_in_days: 1 });
  const attempts = [`/v1/members/${member.member_id}`, `/v1/api-keys/${api_key_id}`].map((path) => ({
    path,
    remove: () => caller.request(path, { method: 'DELETE' }),
  }));
  const statuses = await Promise.all(attempts.map(async ({ remove }) => (await remove()).status));
  const refused = attempts[statuses.indexOf(409)];
  expect(statuses.filter((status) => status === 409)).toHaveLength(1);
  expect(refused?.path).toBeDefined();
  const other = await caller.createKey(['admin']);
  const again = await api.app.request(refused?.path ?? '', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${other}` },
  });
  expect(again.ok).toBe(true);
});

test('the last owner stays, unless there is an admin key', async () => {
  const caller = await api.createCaller();
  const [ann, bob] = [await caller.createMember('owner'), await caller.createMember('owner')];
  const { items } = await readJson(await caller.request('/v1/api-keys'), 200);
  const [key] = items as { api_key_id: string }[];
  await readJson(await ann.request(`/v1/api-keys/${key?.api_key_id}`, { method: 'DELETE' }), 200);
  // each removes the other at the same time
  const removals = await Promise.all([
    ann.request(`/v1/members/${bob.member.member_id}`, { method: 'DELETE' }),
    bob.request(`/v1/members/${ann.member.member_id}`, { method: 'DELETE' }),
  ]);
  const statuses = removals.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  const [left, last] = statuses[0] === 204 ? [bob, ann] : [ann, bob];
  await readJson(await left.request('/v1/session'), 401);
  const path = `/v1/members/${last.member.member_id}`;
  const demote = () => last.request(path, { method: 'PATCH', body: { role: 'viewer' } });
  expect(await readJson(await demote(), 409)).toMatchObject({ detail: expect.stringContaining('create an admin key') });
  await readJson(await last.request(path, { method: 'DELETE' }), 409);
  await post(last, '/v1/api-keys', { name: 'rescue', scopes: ['admin'] });
  await readJson(await demote(), 200);
});

test('a browser can be signed in to several organizations and switches between them', async () => {
  const [ours, theirs] = [await api.createCaller(), await api.createCaller()];
  const browser = openTestBrowser(api.app);
  const { token } = await invite(ours, { role: 'viewer' });
  const first = await browser.signIn({ invitation: token, name: 'Ann' });
  const second = await browser.signIn({ api_key: theirs.key });
  expect(second.organizations.map(({ organization_id }) => organization_id)).toEqual([
    theirs.organization_id,
    ours.organization_id,
  ]);
  expect(second).toMatchObject({ organization_id: theirs.organization_id, member: null, scopes: ['admin'] });
  const change = (csrf: string) =>
    browser.request('/v1/workspaces', { method: 'POST', body: { name: 'new' }, headers: { 'x-assay-csrf': csrf } });
  // a tab that still shows the first organization changes nothing in the second
  expect(await readJson(await change(first.csrf_token), 403)).toMatchObject({
    detail: expect.stringContaining('reload the page'),
  });
  await readJson(await change(second.csrf_token), 201);

  const switchTo = (organization_id: string) =>
    browser.request('/v1/session/organization', { method: 'POST', body: { organization_id } });
  await readJson(await switchTo(api.organization_id), 404);
  const back = await readJson(await switchTo(ours.organization_id), 200);
  expect(back).toMatchObject({ organization_id: ours.organization_id, csrf_token: first.csrf_token });
  expect(await readJson(await browser.request('/v1/session'), 200)).toMatchObject({ scopes: ['read'] });

  // signing in to the same organization again replaces the session
  const replaced = await browser.signIn({ api_key: ours.key });
  expect(replaced.organizations).toHaveLength(2);
  const { items } = await readJson(await ours.request('/v1/sign-ins'), 200);
  expect(items).toMatchObject([{ scopes: ['admin'] }]);

  // where one sign-in ends, the other remains
  const [signIn] = items as { sign_in_id: string }[];
  await readJson(await ours.request(`/v1/sign-ins/${signIn?.sign_in_id}`, { method: 'DELETE' }), 204);
  const rest = await readJson(await browser.request('/v1/session'), 200);
  expect(rest).toMatchObject({ organization_id: theirs.organization_id });
  const csrf = { 'x-assay-csrf': String(rest['csrf_token']) };
  await readJson(await browser.request('/v1/session', { method: 'DELETE', headers: csrf }), 204);
  await readJson(await browser.request('/v1/session'), 401);
  expect((await readJson(await theirs.request('/v1/sign-ins'), 200))['items']).toEqual([]);
});

test('a browser is signed in to eight organizations at most', async () => {
  const browser = openTestBrowser(api.app);
  const callers = [];
  for (let count = 0; count < 9; count++) callers.push(await api.createCaller());
  for (const { key } of callers) await browser.signIn({ api_key: key });
  expect(browser.session?.left_out).toMatchObject([{ organization_id: callers[0]?.organization_id }]);
  const { organizations } = await readJson(await browser.request('/v1/session'), 200);
  expect(organizations).toHaveLength(8);
  const [oldest] = callers as [TestCaller];
  expect((await readJson(await oldest.request('/v1/sign-ins'), 200))['items']).toEqual([]);
});
