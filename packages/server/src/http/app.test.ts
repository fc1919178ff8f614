import type { SignIn } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { createApp } from './app.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

test('answers health and readiness checks without a key', async () => {
  const response = await api.app.request('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect((await api.app.request('/readyz')).status).toBe(200);
});

test.each([
  { why: 'no key', headers: {}, status: 401 },
  { why: 'no bearer key', headers: { authorization: 'Basic abc' }, status: 401 },
  {
    why: 'an unknown key',
    headers: { authorization: `Bearer assay_sk_${'0'.repeat(26)}_${'a'.repeat(43)}` },
    status: 401,
  },
  { why: 'a cookie without a session', headers: { cookie: 'assay_session=abc' }, status: 401 },
])('rejects a request with $why', async ({ headers, status }) => {
  const response = await api.app.request('/v1/session', { headers });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    code: 'unauthorized',
    request_id: response.headers.get('x-request-id'),
  });
});

test('a browser signs in with a key and can write only with its CSRF token', async () => {
  const signed = await api.app.request('/v1/session', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ api_key: api.key }),
  });
  expect(signed.status).toBe(201);
  const cookie = signed.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^assay_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/);
  const session = (await signed.json()) as { csrf_token: string; organization_id: string };
  expect(session.organization_id).toBe(api.organization_id);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  expect(await (await api.app.request('/v1/session', { headers })).json()).toEqual(session);

  const forged = await api.app.request('/v1/session', { method: 'DELETE', headers });
  expect(forged.status).toBe(403);
  const foreign = await api.app.request('/v1/session', {
    method: 'DELETE',
    headers: { ...headers, 'x-assay-csrf': session.csrf_token, 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  const ended = await api.app.request('/v1/session', {
    method: 'DELETE',
    headers: { ...headers, 'x-assay-csrf': session.csrf_token },
  });
  expect(ended.status).toBe(204);
  expect((await api.app.request('/v1/session', { headers })).status).toBe(401);
});

test('an admin sees who is signed in and can sign out a browser', async () => {
  const caller = await api.createCaller();
  const signIn = async () => {
    const body = JSON.stringify({ api_key: caller.key });
    const signed = await api.app.request('/v1/session', { method: 'POST', headers: JSON_TYPE, body });
    return { cookie: signed.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const [first, second] = [await signIn(), await signIn()];
  const list = async (headers: Record<string, string>) =>
    ((await (await api.app.request('/v1/sign-ins', { headers })).json()) as { items: SignIn[] }).items;
  const [newer, older] = (await list(second)) as [SignIn, SignIn];
  expect([newer.current, older.current]).toEqual([true, false]);
  expect(newer.actor).toMatch(/^key_/);
  expect(JSON.stringify(newer)).not.toContain(second.cookie.split('=')[1]);
  const page = async (query: string) =>
    (await (await caller.request(`/v1/sign-ins?limit=1${query}`)).json()) as { items: SignIn[]; next: string };
  const { items, next } = await page('');
  const rest = await page(`&after=${next}`);
  expect([...items, ...rest.items].map(({ sign_in_id }) => sign_in_id)).toEqual([newer.sign_in_id, older.sign_in_id]);

  const path = `/v1/sign-ins/${older.sign_in_id}`;
  expect((await api.request(path, { method: 'DELETE' })).status).toBe(404);
  expect((await caller.request(path, { method: 'DELETE' })).status).toBe(204);
  expect((await api.app.request('/v1/session', { headers: first })).status).toBe(401);
  expect((await api.app.request('/v1/session', { headers: second })).status).toBe(200);
  expect((await caller.request(path, { method: 'DELETE' })).status).toBe(404);
});

test.each([
  { why: 'a form of another site', headers: { 'content-type': 'text/plain' }, status: 422 },
  { why: 'another host', headers: { origin: 'http://evil.example', host: '10.0.0.1:4600' }, status: 403 },
  { why: 'a page without an origin', headers: { origin: 'null', host: '10.0.0.1:4600' }, status: 403 },
  { why: 'the dashboard, without HTTPS', headers: { origin: 'http://10.0.0.1:4600', host: '10.0.0.1' }, status: 201 },
])('a sign-in of $why is answered with $status', async ({ headers, status }) => {
  const body = JSON.stringify({ api_key: api.key });
  const signed = await api.app.request('/v1/session', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
  expect(signed.status).toBe(status);
  expect(signed.headers.has('set-cookie')).toBe(status === 201);
});

test('a login link works once', async () => {
  const token = await api.store.sessions.createLink({
    organization_id: api.organization_id,
    scopes: ['admin'],
    actor: 'first start',
  });
  const use = () =>
    api.app.request('/v1/session', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ token }) });
  expect((await use()).status).toBe(201);
  expect((await use()).status).toBe(401);
});

test('behind HTTPS, the cookie has a name that only this host can set', async () => {
  const https = { 'x-forwarded-proto': 'https' };
  const signed = await api.app.request('/v1/session', {
    method: 'POST',
    headers: { ...https, ...JSON_TYPE },
    body: JSON.stringify({ api_key: api.key }),
  });
  const [cookie = ''] = signed.headers.get('set-cookie')?.split(';') ?? [];
  expect(signed.headers.get('set-cookie')).toMatch(/^__Host-assay_session=\S+; Path=\/;.*; Secure$/);
  expect((await api.app.request('/v1/session', { headers: { ...https, cookie } })).status).toBe(200);
  const tossed = cookie.replace('__Host-', '');
  expect((await api.app.request('/v1/session', { headers: { ...https, cookie: tossed } })).status).toBe(401);
});

test('a session ends after seven days, used or not', async () => {
  const owner = { organization_id: api.organization_id, scopes: ['admin' as const], actor: 'first start' };
  const { secret } = await api.store.sessions.create(owner);
  await using pool = openPool({ url: api.url, connections: 1 });
  const age = (days: number) => pool.run(sql`update sessions set created_at = now() - make_interval(days => ${days})`);
  await age(6);
  expect(await api.store.sessions.find(secret)).toBeDefined();
  await age(8);
  await api.store.sessions.find(secret);
  expect(await api.store.sessions.find(secret)).toBeUndefined();
});

test('an address that guesses keys has to wait, but known keys and monitors do not', async () => {
  const now = Date.now();
  const services = { ...api.services, now: () => now };
  const app = createApp({ services, handlers: HANDLERS, guess_limit: { per_second: 1, burst: 3 } });
  const ask = async (authorization: string, path = '/v1/session') =>
    (await app.request(path, { headers: { authorization } })).status;
  const wrong = (n: number) => `Bearer assay_sk_${'0'.repeat(26)}_${String(n).padStart(43, 'a')}`;
  expect(await ask(`Bearer ${api.key}`)).toBe(200);
  const statuses = [];
  for (let guess = 0; guess < 5; guess++) statuses.push(await ask(wrong(guess)));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(await ask(`Bearer ${api.key}`)).toBe(200);
  expect([await ask(wrong(9), '/healthz'), await ask('nonsense', '/readyz'), await ask('', '/metrics')]).toEqual([
    200, 200, 200,
  ]);
  const signIn = await app.request('/v1/session', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ api_key: wrong(1) }),
  });
  expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([429, '1']);
});

test.each([
  { how: 'revoked', wait_ms: 2_000 },
  { how: 'expired', wait_ms: 500 },
])('a key that is $how is forgotten after $wait_ms ms, and its sessions end', async ({ how, wait_ms }) => {
  const key = { name: 'x', scopes: ['read' as const], expires_in_days: 1 };
  const { api_key, secret } = await api.store.api_keys.create(api.organization_id, key);
  const signIn = () =>
    api.app.request('/v1/session', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ api_key: secret }) });
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  // half a second before it expires
  let now = Date.parse(api_key.expires_at ?? '') - 500;
  const app = createApp({ services: { ...api.services, now: () => now }, handlers: HANDLERS });
  const ask = async (headers: Record<string, string>) => (await app.request('/v1/session', { headers })).status;
  const authorization = `Bearer ${secret}`;
  expect([await ask({ cookie }), await ask({ authorization })]).toEqual([200, 200]);
  if (how === 'revoked') await api.store.api_keys.revoke(api.organization_id, api_key.api_key_id);
  else {
    await using pool = openPool({ url: api.url, connections: 1 });
    await pool.run(sql`update api_keys set expires_at = now() where name = 'x'`);
  }
  now += wait_ms;
  expect([await ask({ cookie }), await ask({ authorization })]).toEqual([401, 401]);
  expect((await signIn()).status).toBe(401);
});

test('rejects malformed requests', async () => {
  const post = (body: string) => api.app.request('/v1/session', { method: 'POST', headers: JSON_TYPE, body });
  expect(await (await post('{')).json()).toMatchObject({ status: 400, code: 'invalid_json' });
  expect(await (await post('{"api_key": 1}')).json()).toMatchObject({ status: 422, code: 'invalid_input' });
  expect((await post(`{"api_key": "${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
  // without a key, bodies are small
  expect((await post(`{"api_key": "${'x'.repeat(16_000)}"}`)).status).toBe(422);
  expect((await post(`{"api_key": "${'x'.repeat(17_000)}"}`)).status).toBe(413);
  expect((await post(`{"api_key": [${'0,'.repeat(1_000)}0]}`)).status).toBe(413);
  expect(await (await api.app.request('/v1/nothing')).json()).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  { accepted: 'gzip, deflate, br, zstd', encoding: 'zstd' },
  { accepted: 'gzip, br, zstd;q=0', encoding: 'br' },
  { accepted: 'identity', encoding: null },
])('accept-encoding $accepted gives $encoding', async ({ accepted, encoding }) => {
  const { headers } = await api.app.request('/openapi.json', { headers: { 'accept-encoding': accepted } });
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
});

test.each([
  {
    path: '/v1/runs?since=yesterday',
    detail: /^since: expected a date and time in UTC such as \S+, found "yesterday"$/,
  },
  { path: '/v1/runs?limit=many', detail: /^limit: expected a number, found "many"$/ },
  { path: '/v1/runs?tier=Tin', detail: /^tier: expected one of .*, found "Tin"$/ },
  {
    path: '/v1/webhooks/7',
    detail: /^webhook_id: expected an id: whk_ followed by 26 lower-case letters and digits, found "7"$/,
  },
])('$path gives an error with the expected and found values', async ({ path, detail }) => {
  const response = await api.request(path);
  expect(await response.json()).toMatchObject({ status: 422, detail: expect.stringMatching(detail) });
});

test('compresses large answers and answers 304 if unchanged', async () => {
  const first = await api.app.request('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
  expect(first.headers.get('content-encoding')).toBe('gzip');
  const etag = first.headers.get('etag') ?? '';
  expect((await api.app.request('/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('answers too many requests with a retry time', async () => {
  await using hurried = await openTestApi({ rate_limit: { per_second: 0.01, burst: 2 } });
  expect((await hurried.request('/v1/session')).status).toBe(200);
  expect((await hurried.request('/v1/session')).status).toBe(200);
  const refused = await hurried.request('/v1/session');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('every answer forbids framing, content sniffing and cross-origin reads', async () => {
  for (const path of ['/healthz', '/docs', '/v1/session', '/nowhere']) {
    const { headers } = await api.app.request(path, { headers: { origin: 'https://elsewhere.example' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBe(null);
  }
});

test('counts requests by operation', async () => {
  await api.app.request('/healthz');
  const metrics = await (await api.app.request('/metrics')).text();
  expect(metrics).toMatch(/assay_requests_total\{operation="get_health",status="200"\} \d+/);
});

test('every pattern in the OpenAPI document is a valid regular expression', async () => {
  const document = await (await api.app.request('/openapi.json')).text();
  const patterns = [...document.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text));
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  expect(patterns.filter((pattern) => /\/u$/.test(pattern))).toEqual([]);
});
