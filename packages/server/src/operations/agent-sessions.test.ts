import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildSession } from '../../test/pushed.ts';
import { openTestApi, readJson, type TestApi, type TestCaller } from '../../test/server.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { expireEvidence } from '../upkeep/expire-evidence.ts';

// the grading thread starts with the first session
vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const send = (caller: TestCaller, body: unknown) =>
  caller.request('/v1/agent-sessions', { method: 'POST', body: body as object });
const list = async (caller: TestCaller) =>
  (await readJson(await caller.request(`/v1/agent-sessions?workspace_id=${caller.workspace_id}`), 200))[
    'items'
  ] as Record<string, unknown>[];

test('grades a session, and stores the same content once', async () => {
  const caller = await api.createCaller();
  const session = buildSession();
  const first = await readJson(await send(caller, session), 201);
  expect(first).toMatchObject({ agent: 'claude-code', verification: 'no_change', cost_usd_micros: 500_000 });
  expect(await readJson(await send(caller, session), 200)).toEqual(first);
  expect(await list(caller)).toEqual([first]);
  const whole = await readJson(await caller.request(`/v1/agent-sessions/${first['digest']}`), 200);
  expect(whole).toMatchObject({ report: { entries: session.transcript.entries, grade: { agent: 'claude-code' } } });
});

test('accepts a compressed session; it has the same digest', async () => {
  const caller = await api.createCaller();
  const session = buildSession();
  const packed = await api.app.request('/v1/agent-sessions', {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/gzip' },
    body: gzipSync(JSON.stringify(session)) as Uint8Array<ArrayBuffer>,
  });
  const { digest } = await readJson(packed, 201);
  expect(await readJson(await send(caller, session), 200)).toMatchObject({ digest });
});

test('a longer version of a session replaces the shorter one in the list, whatever comes first', async () => {
  for (const order of ['short first', 'long first']) {
    const caller = await api.createCaller();
    const short = buildSession();
    const { transcript } = short;
    const entries = [...transcript.entries, { id: 'e3', type: 'user', at: null, text: 'And the tests?' }];
    const long = { ...short, transcript: { ...transcript, entries } };
    for (const session of order === 'short first' ? [short, long] : [long, short]) {
      await readJson(await send(caller, session), 201);
    }
    expect(await list(caller)).toMatchObject([{ requests: 2 }]);
  }
});

test('counts only sessions whose waste is known: those of earlier versions were never read for it', async () => {
  const caller = await api.createCaller();
  const digests: unknown[] = [];
  for (const text of ['Why?', 'How?'])
    digests.push((await readJson(await send(caller, buildSession(text)), 201))['digest']);
  const ask = async () =>
    await readJson(await caller.request(`/v1/agent-sessions/patterns?workspace_id=${caller.workspace_id}`), 200);
  expect(await ask()).toMatchObject({ sessions: 2 });
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`
    update agent_sessions set waste = null, occurrences = null where encode(digest, 'hex') = ${String(digests[0])}`);
  expect(await ask()).toMatchObject({ sessions: 1 });
});

test('lists by start, page by page; a session without a start is the oldest', async () => {
  const caller = await api.createCaller();
  const starts = ['2026-11-15T12:00:00+02:00', null, `2026-11-15 12:00 (${'x'.repeat(5_000)})`, '2026-11-15T11:00:00Z'];
  for (const started_at of starts) {
    const session = buildSession();
    await readJson(await send(caller, { ...session, transcript: { ...session.transcript, started_at } }), 201);
  }
  const listPages = async (order: string) => {
    const listed: unknown[] = [];
    let after = '';
    do {
      const path = `/v1/agent-sessions?workspace_id=${caller.workspace_id}&sort=started_at&order=${order}&limit=1${after}`;
      const { items, next } = await readJson(await caller.request(path), 200);
      listed.push(...(items as { started_at: string }[]).map(({ started_at }) => started_at));
      after = next === null ? '' : `&after=${next}`;
    } while (after !== '');
    return listed;
  };
  const local = new Date(starts[2] as string).toISOString();
  const sorted = ['2026-11-15T10:00:00.000Z', '2026-11-15T11:00:00.000Z', local].toSorted();
  expect(await listPages('asc')).toEqual([null, ...sorted]);
  expect(await listPages('desc')).toEqual([...sorted.toReversed(), null]);
});

test('redacts a secret that the sender missed', async () => {
  const caller = await api.createCaller();
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  const { digest, redactions } = await readJson(await send(caller, buildSession(`The token is ${secret}.`)), 201);
  expect(redactions).toBe(1);
  const text = await (await caller.request(`/v1/agent-sessions/${digest}`)).text();
  expect(text).not.toContain(secret);
  expect(text).toContain('[redacted ');
});

test.each([
  { what: 'no JSON', body: '{', status: 400 },
  { what: 'an unknown field', body: { ...buildSession(), more: 1 }, status: 422 },
  { what: 'no transcript', body: { source: 'x' }, status: 422 },
])('rejects $what', async ({ body, status }) => {
  expect((await send(api, body)).status).toBe(status);
});

test('rejects a gzip bomb and broken gzip', async () => {
  const post = (body: Uint8Array) =>
    api.app.request('/v1/agent-sessions', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/gzip' },
      body: body as Uint8Array<ArrayBuffer>,
    });
  expect((await post(gzipSync(Buffer.alloc(300 * 1024 * 1024)))).status).toBe(413);
  expect((await post(gzipSync('{}').subarray(0, 12))).status).toBe(400);
});

test('other organizations see nothing of it', async () => {
  const [owner, stranger] = [await api.createCaller(), await api.createCaller()];
  const { digest } = await readJson(await send(owner, buildSession()), 201);
  expect((await stranger.request(`/v1/agent-sessions/${digest}`)).status).toBe(404);
  expect(await list(stranger)).toEqual([]);
  const foreign = { ...buildSession(), workspace_id: owner.workspace_id };
  expect((await send(stranger, foreign)).status).toBe(404);
});

test('removes the transcript after the retention period; the session stays in the list', async () => {
  const caller = await api.createCaller();
  const { digest } = await readJson(await send(caller, buildSession()), 201);
  const path = `/v1/workspaces/${caller.workspace_id}`;
  await caller.request(path, { method: 'PATCH', body: { evidence_retention_days: 1 } });
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`update agent_sessions set pushed_at = now() - interval '2 days'
    where digest = decode(${digest as string}, 'hex')`);
  await expireEvidence({ store: api.store, signal: new AbortController().signal });
  const whole = await readJson(await caller.request(`/v1/agent-sessions/${digest}`), 200);
  expect(whole['report']).toBeNull();
  expect(await list(caller)).toHaveLength(1);
});
