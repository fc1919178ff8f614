import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { KEYED_WRITES, type KeyedWrite, saveUnrelatedRun } from '../../test/keyed-writes.ts';
import { digestRows } from '../../test/row-digest.ts';
import { type MadeRunFolder, makeRunFolder } from '../../test/run-folder.ts';
import { buildTask } from '../../test/runs.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';
import type { Services } from '../services/services.ts';
import { openPool, type Pool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { createApp } from './app.ts';

// the grading thread starts with the first run
vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
let made: MadeRunFolder;
let pool: Pool;
let apps: ReturnType<typeof createApp>[];
let gate: { asked: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> } | undefined;
beforeAll(async () => {
  api = await openTestApi();
  pool = openPool({ url: api.url, connections: 1 });
  made = await makeRunFolder();
  // two servers on one database
  apps = [1, 2].map(() => createApp({ services: withPromoter(api), handlers: HANDLERS, check_answers: true }));
  await saveUnrelatedRun(api);
  // the queue creates its tables on the first requested run
  const { task_id } = await api.store.tasks.keep(api.organization_id, buildTask());
  await api.request('/v1/runs', { method: 'POST', body: { execute: { task_id, agent: { id: 'nop', type: 'nop' } } } });
  await pool.run(sql`
    create function end_connection() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(60);
      return new;
    end $$`);
}, 180_000);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await made[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

function withPromoter({ services, organization_id }: TestApi): Services {
  const proposal = {
    commit: 'c'.repeat(40),
    diff_stat: '',
    status: 'created' as const,
    branch: 'assay/promote',
    remote: 'origin',
    repository: 'acme/shop',
    base_branch: null,
    title: 'better',
    body: 'because',
    pull_request: { number: 1, url: 'https://github.example/acme/shop/pull/1' },
  };
  return {
    ...services,
    promoter: {
      organization_id,
      options: [],
      async promote(comparison) {
        gate?.asked.resolve();
        await gate?.open.promise;
        return { promote: true, blockers: [], comparison, proposal };
      },
    },
  };
}

async function send({ caller, path, method, body, headers }: KeyedWrite, key: string, server = 0) {
  const response = await (apps[server] as (typeof apps)[number]).request(path, {
    method,
    headers: {
      authorization: `Bearer ${caller.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, replayed, text: await response.text() };
}

/** Ends the connection when an answer is written; anything committed before that stays. */
async function whileAnswersAreLost<Result>(work: () => Promise<Result>): Promise<Result> {
  await pool.run(sql`
    create trigger lose_answer before insert or update on idempotency_keys
    for each row when (new.response is not null) execute function end_connection()`);
  try {
    return await work();
  } finally {
    await pool.run(sql`drop trigger lose_answer on idempotency_keys`);
  }
}

test('the table below covers every operation that stores its answer', () => {
  const kept = HANDLERS.filter(({ operation, own_idempotency }) => operation.method !== 'get' && !own_idempotency);
  // events count once by their ids; tested separately
  const ids = kept.map(({ operation }) => operation.id).filter((id) => id !== 'ingest');
  expect([...new Set(KEYED_WRITES.map(({ id }) => id))].toSorted()).toEqual(ids.toSorted());
});

test.each(
  KEYED_WRITES.map((write, index) => ({ ...write, index, name: [write.id, write.what].filter(Boolean).join(' ') })),
)(
  '$name: a lost answer leaves no effect, a retry has it once, and another retry only replays',
  async ({ id, index, effect = true, secret = false, prepare }) => {
    const request = await prepare(api, made);
    const key = `${id}-${index}`;
    const before = await digestRows(pool);
    expect(await whileAnswersAreLost(() => send(request, key))).toMatchObject({ status: 503 });
    expect(await digestRows(pool)).toEqual(before);
    const first = await send(request, key);
    expect(first, first.text).toMatchObject({ status: expect.toSatisfy((status) => status < 300), replayed: false });
    const after = await digestRows(pool);
    const { 'public.idempotency_keys': _, ...changed } = after;
    if (effect)
      expect(changed).not.toEqual(Object.fromEntries(Object.keys(changed).map((name) => [name, before[name]])));
    const again = await send(request, key, 1);
    if (secret) expect(again).toMatchObject({ status: 409, text: expect.stringContaining('only in the first answer') });
    else expect(again).toEqual({ ...first, replayed: true });
    expect(await digestRows(pool)).toEqual(after);
  },
);

test('events of a batch count once, even if its answer is lost and it is sent again', async () => {
  const caller = await api.createCaller();
  const evaluations = ['a', 'b', 'c'].map((event_id) => ({ event_id, agent_id: 'bot', output: 'x', passed: true }));
  const request = { caller, path: '/v1/ingest', method: 'POST', body: { evaluations } };
  await api.request('/v1/evaluate', { method: 'POST', body: { agent_id: 'bot', output: 'x', passed: true } });
  await pool.run(sql`
    create trigger lose_answer before insert on idempotency_keys
    for each row when (new.idempotency_key = 'batch' and new.response is not null) execute function end_connection()`);
  expect(await send(request, 'batch')).toMatchObject({ status: 503 });
  await pool.run(sql`drop trigger lose_answer on idempotency_keys`);
  const answer = await send(request, 'batch');
  expect(JSON.parse(answer.text)).toMatchObject({ accepted: 0, duplicates: 3 });
  expect(await send(request, 'batch')).toEqual({ ...answer, replayed: true });
  const reputation = await caller.request('/v1/reputation/bot');
  expect(await reputation.json()).toMatchObject({ eval_count: 3 });
});

test.each([
  { where: 'one server', servers: [0, 0, 0, 0, 0, 0] },
  { where: 'two servers', servers: [0, 1, 0, 1, 0, 1] },
])(
  'of concurrent requests with one key to $where, one does the work and the others are rejected or replayed',
  async ({ where, servers }) => {
    const caller = await api.createCaller();
    const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask());
    const body = { execute: { task_id, agent: { id: 'nop', type: 'nop' } } };
    const request = { caller, path: '/v1/runs', method: 'POST', body };
    const answers = await Promise.all(servers.map((server) => send(request, where, server)));
    for (const { status, text } of answers) {
      if (status !== 202) expect(JSON.parse(text)).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    }
    expect(answers.filter(({ status, replayed }) => status === 202 && !replayed)).toHaveLength(1);
    const { items } = (await (await caller.request('/v1/runs')).json()) as { items: unknown[] };
    expect(items).toHaveLength(1);
  },
);

test('while a key is in progress, repeats get idempotency_in_progress and other bodies a mismatch', async () => {
  const [path, elsewhere] = [await preparePullRequest(), await preparePullRequest()];
  gate = { asked: Promise.withResolvers(), open: Promise.withResolvers() };
  const first = send(path, 'slow');
  await gate.asked.promise;
  expect(JSON.parse((await send(path, 'slow')).text)).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
  expect(JSON.parse((await send(elsewhere, 'slow')).text)).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  gate.open.resolve();
  gate = undefined;
  const answer = await first;
  expect(answer.status).toBe(200);
  expect(await send(path, 'slow')).toEqual({ ...answer, replayed: true });
});

const preparePullRequest = () =>
  KEYED_WRITES.find(({ id }) => id === 'open_comparison_pull_request')?.prepare(api, made) as Promise<KeyedWrite>;

test('a failed request stores nothing, and its key can be used again', async () => {
  const caller = await api.createCaller();
  const body = { name: 'main' };
  const request = { caller, path: '/v1/workspaces', method: 'POST', body };
  expect(await send(request, 'taken')).toMatchObject({ status: 409, text: expect.stringContaining('"conflict"') });
  const path = `/v1/workspaces/${caller.workspace_id}`;
  expect((await caller.request(path, { method: 'PATCH', body: { name: 'other' } })).status).toBe(200);
  expect((await send(request, 'taken')).status).toBe(201);
});
