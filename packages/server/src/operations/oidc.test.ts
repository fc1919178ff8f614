import type { Session } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import {
  openTestApi,
  openTestBrowser,
  readJson,
  type TestApi,
  type TestBrowser,
  type TestCaller,
} from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import { type OidcVariables, readOidcSettings } from '../oidc/oidc-settings.ts';
import { openOidc } from '../oidc/open-oidc.ts';
import { resolveOidcSettings } from '../oidc/resolve-oidc-settings.ts';
import { HANDLERS } from './index.ts';

let api: TestApi;
let provider: IdentityProvider;
beforeAll(async () => {
  api = await openTestApi();
  provider = await startIdentityProvider();
}, 120_000);
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const ORIGIN = { origin: 'https://assay.example' };

const openBrowser = async (environment: Record<string, string> = {}): Promise<TestBrowser> => {
  const variables = readOidcSettings({ ...provider.environment, ...environment }) as OidcVariables;
  const services = { ...api.services, oidc: openOidc(await resolveOidcSettings(api.store, variables)) };
  return openTestBrowser(createApp({ services, handlers: HANDLERS, check_answers: true }));
};

/** Starts a sign-in and follows it to the identity provider: the query string with which that returns. */
async function visitProvider(browser: TestBrowser, account: Account): Promise<string> {
  const started = await browser.request('/v1/session/oidc', { method: 'POST', body: {}, headers: ORIGIN });
  const { url } = await readJson(started, 200);
  provider.account = account;
  const returned = await fetch(String(url), { redirect: 'manual' });
  const location = new URL(returned.headers.get('location') ?? '');
  expect(`${location.origin}${location.pathname}`).toBe('https://assay.example/login');
  return location.search;
}

const finish = (browser: TestBrowser, oidc_callback: string) =>
  browser.request('/v1/session', { method: 'POST', body: { oidc_callback }, headers: ORIGIN });

const signIn = async (browser: TestBrowser, account: Account) => finish(browser, await visitProvider(browser, account));

const ann = { sub: 'ann', email: 'Ann@Example.com', email_verified: true, name: 'Ann' };

test('an invited address joins by signing in, and later sign-ins are the same member', async () => {
  const [ours, theirs] = [await api.createCaller(), await api.createCaller()];
  for (const [caller, role] of [
    [ours, 'editor'],
    [theirs, 'viewer'],
  ] as const)
    await readJson(
      await caller.request('/v1/invitations', { method: 'POST', body: { role, email: 'ann@example.com' } }),
      201,
    );
  const browser = await openBrowser();
  expect(await readJson(await browser.request('/v1/sign-in-options'), 200)).toEqual({
    oidc: { host: new URL(provider.issuer).host },
  });
  const session = (await readJson(await signIn(browser, ann), 201)) as Session;
  expect(session.organizations.map(({ organization_id }) => organization_id)).toEqual([
    ours.organization_id,
    theirs.organization_id,
  ]);
  expect(session).toMatchObject({ member: { name: 'Ann' }, scopes: ['write'] });
  const { items } = await readJson(await ours.request('/v1/audit-log?limit=1'), 200);
  expect(items).toMatchObject([{ action: 'member.join', actor_name: 'Ann', details: { email: 'ann@example.com' } }]);

  // the account counts, not the address
  const moved = { ...ann, email: 'ann@example.org' };
  const again = (await readJson(await signIn(await openBrowser(), moved), 201)) as Session;
  expect(again.member).toEqual(session.member);
  const other = await readJson(await signIn(await openBrowser(), { ...ann, sub: 'another-ann' }), 403);
  expect(other).toMatchObject({ detail: expect.stringContaining('ann@example.com is not a member') });

  const path = `/v1/members/${session.member?.member_id}`;
  await readJson(await ours.request(path, { method: 'DELETE' }), 204);
  const rest = (await readJson(await signIn(await openBrowser(), ann), 201)) as Session;
  expect(rest.organizations.map(({ organization_id }) => organization_id)).toEqual([theirs.organization_id]);
});

test('a member can sign in with an account of another provider, and one conflict keeps nobody out of the rest', async () => {
  const [ours, theirs] = [await api.createCaller(), await api.createCaller()];
  const hal = { sub: 'hal', email: 'hal@example.com', email_verified: true, name: 'Hal' };
  const { email } = hal;
  const { organization_id } = ours;
  const addMember = (issuer: string) =>
    api.store.members.create(organization_id, {
      name: 'Hal',
      email,
      role: 'viewer',
      identity: { issuer, subject: 'x' },
    });
  const before = await addMember('https://old.example');
  expect(await readJson(await signIn(await openBrowser(), hal), 201)).toMatchObject({
    member: { member_id: before.member_id },
  });

  // the same address, but another account of the same provider
  const again = { ...hal, sub: 'hal again' };
  const rules = { ASSAY_OIDC_ORGANIZATION: organization_id };
  expect(await readJson(await signIn(await openBrowser(rules), again), 403)).toMatchObject({
    detail: expect.stringContaining(`ask an owner to remove ${before.member_id} or to clear its address`),
  });
  const invite = (caller: TestCaller, role: string) =>
    caller.request('/v1/invitations', { method: 'POST', body: { role, email } });
  expect(await readJson(await invite(ours, 'editor'), 409)).toMatchObject({
    path: 'email',
    detail: expect.stringContaining(before.member_id),
  });
  const entry = { role: 'editor', email, note: null, created_by: 'test' } as const;
  await api.store.invitations.create(organization_id, entry);
  for (const role of ['viewer', 'editor']) await readJson(await invite(theirs, role), 201);
  const session = (await readJson(await signIn(await openBrowser(rules), again), 201)) as Session;
  // the newest invitation counts
  expect(session).toMatchObject({ organization_id: theirs.organization_id, scopes: ['write'] });
  expect(session.organizations).toHaveLength(1);
  expect((await readJson(await theirs.request('/v1/invitations'), 200))['items']).toEqual([]);

  // after the conflict, the invitation is still there
  const path = `/v1/members/${before.member_id}`;
  await readJson(await ours.request(path, { method: 'PATCH', body: { email: null } }), 200);
  expect((await readJson(await signIn(await openBrowser(), again), 201))['organizations']).toHaveLength(2);
});

test('a member without an account gets one by address; another address is another account', async () => {
  const caller = await api.createCaller();
  const { member } = await caller.createMember('viewer');
  const bob = { sub: 'bob', email: 'bob@example.com', email_verified: true };
  const setEmail = async (email: string) =>
    readJson(await caller.request(`/v1/members/${member.member_id}`, { method: 'PATCH', body: { email } }), 200);
  await setEmail('bob@example.com');
  const session = (await readJson(await signIn(await openBrowser(), bob), 201)) as Session;
  expect(session.member?.member_id).toBe(member.member_id);
  await setEmail('carol@example.com');
  await readJson(await signIn(await openBrowser(), bob), 403);
  await readJson(await signIn(await openBrowser(), { ...bob, sub: 'carol', email: 'carol@example.com' }), 201);
});

test('an address that only the userinfo endpoint verifies counts, but not the verification of another one', async () => {
  const caller = await api.createCaller();
  const ivy = { sub: 'ivy', email: 'ivy@example.com' };
  await caller.request('/v1/invitations', { method: 'POST', body: { role: 'viewer', email: ivy.email } });
  const withInfo = async (userinfo: object) =>
    signIn(await openBrowser(), { ...ivy, userinfo: { ...userinfo, email_verified: true } });
  expect(await readJson(await withInfo({ email: 'other@example.com' }), 403)).toMatchObject({
    detail: expect.stringContaining('did not send a verified email address'),
  });
  await readJson(await withInfo({ email: ivy.email }), 201);
});

test('of more than eight organizations, the browser keeps those it has and the newest, and says which are left out', async () => {
  const callers: TestCaller[] = [];
  for (let count = 0; count < 10; count++) callers.push(await api.createCaller());
  const jo = { sub: 'jo', email: 'jo@example.com', email_verified: true };
  for (const caller of callers)
    await caller.request('/v1/invitations', { method: 'POST', body: { role: 'viewer', email: jo.email } });
  const all = callers.map(({ organization_id }) => organization_id);
  const listIds = (of: unknown) => (of as Session['organizations']).map(({ organization_id }) => organization_id);
  const browser = await openBrowser();
  const first = await readJson(await signIn(browser, jo), 201);
  expect(listIds(first['organizations'])).toEqual(all.slice(2));
  expect(listIds(first['left_out'])).toEqual(all.slice(0, 2));

  // the oldest one, which it had before, and the one that was shown last
  const other = await openBrowser();
  await readJson(await other.request('/v1/session', { method: 'POST', body: { api_key: callers[0]?.key } }), 201);
  const second = await readJson(await signIn(other, jo), 201);
  expect(second['organization_id']).toBe(all[0]);
  expect(listIds(second['organizations'])).toEqual([all[0], ...all.slice(3)]);
  expect(listIds(second['left_out'])).toEqual(all.slice(1, 3));
});

test('with automatic membership, everyone of an allowed domain joins', async () => {
  const caller = await api.createCaller();
  const rules = {
    ASSAY_OIDC_ALLOWED_DOMAINS: 'example.net',
    ASSAY_OIDC_ORGANIZATION: caller.organization_id,
    ASSAY_OIDC_ROLE: 'editor',
  };
  const dan = { sub: 'dan', email: 'dan@example.net', email_verified: true, name: 'Dan\u202e' };
  const session = (await readJson(await signIn(await openBrowser(rules), dan), 201)) as Session;
  expect(session).toMatchObject({ member: { name: 'dan@example.net' }, scopes: ['write'] });
  await readJson(await signIn(await openBrowser(rules), dan), 201);
  expect((await readJson(await caller.request('/v1/members'), 200))['items']).toHaveLength(1);
  const eve = { sub: 'eve', email: 'eve@example.net.evil.example', email_verified: true };
  expect(await readJson(await signIn(await openBrowser(rules), eve), 403)).toMatchObject({
    detail: expect.stringContaining('allowed: example.net'),
  });
});

test('the organization of automatic membership is looked up once, whatever owners call theirs later', async () => {
  const [ours, theirs] = [await api.createCaller(), await api.createCaller()];
  const rename = (caller: TestCaller, name: string) =>
    caller.request('/v1/organization', { method: 'PATCH', body: { name } });
  await readJson(await rename(ours, 'Platform'), 200);
  const rules = { ASSAY_OIDC_ORGANIZATION: 'Platform' };
  const browser = await openBrowser(rules);
  await readJson(await rename(ours, 'Platform team'), 200);
  await readJson(await rename(theirs, 'Platform'), 200);
  const fay = { sub: 'fay', email: 'fay@example.net', email_verified: true };
  expect(await readJson(await signIn(browser, fay), 201)).toMatchObject({ organization_id: ours.organization_id });
  await readJson(await rename(ours, 'Platform'), 200);
  await expect(openBrowser(rules)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining('found 2. Set the id'),
  });
  await expect(openBrowser({ ASSAY_OIDC_ORGANIZATION: 'no such organization' })).rejects.toThrow('found 0');
  expect(await readJson(await rename(theirs, ours.organization_id), 422)).toMatchObject({ path: 'name' });
  // after its deletion nobody joins it
  await ours.request('/v1/organization/delete', { method: 'POST', body: { name: 'Platform' } });
  await readJson(await signIn(browser, { ...fay, sub: 'gus', email: 'gus@example.net' }), 403);
});

test.each([
  ['another nonce', { wrong: { nonce: 'x' } }, 401],
  ['another audience', { wrong: { aud: 'other' } }, 401],
  ['another issuer', { wrong: { iss: 'https://evil.example' } }, 401],
  ['an expired token', { wrong: { exp: 1_000, iat: 900 } }, 401],
  ['an address that is not verified', { email_verified: false }, 403],
  ['no address', { email: undefined }, 403],
  ['an address that nobody knows', { sub: 'new', email: 'nobody@example.com' }, 403],
])('rejects a sign-in with %s', async (_, change, status) => {
  const browser = await openBrowser();
  const account = JSON.parse(JSON.stringify({ ...ann, ...change })) as Account;
  await readJson(await signIn(browser, account), status);
  await readJson(await browser.request('/v1/session'), 401);
});

test('rejects an answer to another browser, with another state, twice, or from another site', async () => {
  const [browser, other] = [await openBrowser(), await openBrowser()];
  const query = await visitProvider(browser, ann);
  expect(await readJson(await finish(other, query), 401)).toMatchObject({
    detail: expect.stringContaining('This browser did not start'),
  });
  await visitProvider(other, ann);
  await readJson(await finish(other, query), 401);
  await readJson(await finish(browser, query.replace('state=', 'state=x')), 401);
  const foreign = { ...ORIGIN, 'sec-fetch-site': 'cross-site' };
  const request = { method: 'POST', body: { oidc_callback: query } };
  await readJson(await browser.request('/v1/session', { ...request, headers: foreign }), 403);
  await readJson(await browser.request('/v1/session', request), 422);
  await readJson(await finish(browser, query), 201);
  await readJson(await finish(browser, query), 401);
  const denied = await finish(browser, '?error=access_denied&state=x');
  expect(await readJson(denied, 401)).toMatchObject({ detail: expect.stringContaining('failed') });
});

test('a server without an identity provider, or with one that does not answer, says so', async () => {
  const browser = openTestBrowser(api.app);
  expect(await readJson(await browser.request('/v1/sign-in-options'), 200)).toEqual({ oidc: null });
  const start = (one: TestBrowser) => one.request('/v1/session/oidc', { method: 'POST', body: {}, headers: ORIGIN });
  await readJson(await start(browser), 404);
  const unreachable = await openBrowser({ ASSAY_OIDC_ISSUER: 'http://127.0.0.1:1' });
  expect(await readJson(await start(unreachable), 503)).toMatchObject({
    code: 'remote_unavailable',
    detail: expect.stringContaining('127.0.0.1:1'),
  });
});
