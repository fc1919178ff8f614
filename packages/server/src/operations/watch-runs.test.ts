import { RunSummary } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { buildGrade, buildRun, buildTask, computeScorecard } from '../../test/runs.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { openStore } from '../store/store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

async function prepare() {
  const caller = await api.createCaller();
  const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask());
  const record = async (fields: Partial<Parameters<typeof buildRun>[0]> = {}) => {
    const now = new Date().toISOString();
    const run = buildRun({ task_id, started_at: now, ended_at: now, ...fields });
    await api.store.runs.record(caller.organization_id, { run, workspace_id: caller.workspace_id });
    await api.store.grades.create(caller.organization_id, buildGrade(run));
    await api.store.agent_run_scores.keep(caller.organization_id, { run_id: run.run_id, ...computeScorecard(run) });
    return run;
  };
  return { caller, task_id, record };
}

interface SentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Reads server-sent events like a browser. */
async function* listen(
  { key }: TestCaller,
  { path = '/v1/events', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): AsyncGenerator<SentEvent> {
  const response = await api.app.request(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() as string;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const event = fields.get('event');
      if (event !== undefined) yield { event, id: fields.get('id'), data: fields.get('data') ?? '' };
    }
  }
}

/** Waits for an event of a run. */
async function until(events: AsyncGenerator<SentEvent>, wanted: (run: RunSummary) => boolean) {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error('the stream ended');
    if (value.event !== 'run') continue;
    const run = RunSummary.parse(JSON.parse(value.data));
    if (wanted(run)) return { run, id: value.id as string };
  }
}

test('sends run changes of any process, only to their organization', async () => {
  const { caller, task_id } = await prepare();
  const events = listen(caller);
  const [ours, theirs] = [newId('run'), newId('run')];
  const asked = { workspace_id: caller.workspace_id, task_id, agent_id: 'a', scenario: 's', label: null };
  // events start at subscription, so changes must happen after it
  const told = until(events, ({ run_id }) => run_id === ours);
  await using elsewhere = await openStore({ url: api.url, connections: 1 });
  const strange = await prepare();
  await elsewhere.runs.create(strange.caller.organization_id, {
    ...asked,
    run_id: theirs,
    workspace_id: strange.caller.workspace_id,
    task_id: strange.task_id,
  });
  await elsewhere.runs.create(caller.organization_id, { ...asked, run_id: ours });
  expect((await told).run.status).toBe('queued');
  await elsewhere.runs.cancel(caller.organization_id, ours);
  let seen_theirs = false;
  const cancelled = await until(events, ({ run_id, status }) => {
    seen_theirs ||= run_id === theirs;
    return run_id === ours && status === 'cancelled';
  });
  expect(seen_theirs).toBe(false);
  await events.return(undefined);

  // reconnecting misses nothing
  const later = newId('run');
  await elsewhere.runs.create(caller.organization_id, { ...asked, run_id: later });
  const again = listen(caller, { headers: { 'last-event-id': cancelled.id } });
  await until(again, ({ run_id }) => run_id === later);
  await again.return(undefined);
}, 60_000);

test('rejects a workspace of others; an unknown event id gives a resync', async () => {
  const { caller } = await prepare();
  const foreign = await caller.request(`/v1/events?workspace_id=${api.other.workspace_id}`);
  expect(foreign.status).toBe(404);
  const events = listen(caller, { headers: { 'last-event-id': 'garbage' } });
  expect((await events.next()).value).toMatchObject({ event: 'resync' });
  await events.return(undefined);
});

test('the statistics of a workspace match its runs', async () => {
  const { caller, record } = await prepare();
  const score = computeScorecard(buildRun({ task_id: newId('task') })).scorecard;
  await record({ cost_usd_micros: 10, agent_id: 'a' });
  await record({ cost_usd_micros: null, agent_id: 'b', outcome: 'FAILED' });
  const get = async (path: string) => json(await caller.request(`/v1/runs/${path}`));
  expect(await get('stats?days=7')).toMatchObject({
    queued: 0,
    runs: 2,
    outcomes: { COMPLETED: 1, BLOCKED: 0, FAILED: 1 },
    overall: { PASS: 2, FAIL: 0 },
    scored: 2,
    cost_usd_micros: 10,
    days: [{ runs: 2, passed: 2 }],
  });
  const whole = { looked_at: 2, partial: false };
  expect(await get('trend')).toMatchObject({ ...whole, days: [{ runs: 2, scored: 2 }] });
  expect(await get('trend?agent_id=a')).toMatchObject({ looked_at: 1, days: [{ runs: 1, mean_score: score.score }] });
  const [long_ago, tomorrow] = ['2001-01-01T00:00:00.000Z', new Date(Date.now() + 86_400_000).toISOString()];
  expect(await get(`trend?since=${long_ago}&until=${tomorrow}`)).toMatchObject({ ...whole, days: [{ runs: 2 }] });
  expect(await get(`trend?since=${tomorrow}`)).toMatchObject({ looked_at: 0, days: [] });
  expect(await get(`trend?until=${long_ago}`)).toMatchObject({ looked_at: 0, days: [] });
  expect(await get('matrix')).toMatchObject({
    ...whole,
    columns: [{ name: 'a', agents: ['a'] }, { name: 'b' }],
    cells: [{ column: 'a' }, { column: 'b' }],
  });
  expect(await get('matrix?columns=label')).toMatchObject({ ...whole, columns: [], cells: [] });
  expect(await get('points?agent_id=a')).toMatchObject({ points: [{ score: score.score, cost_usd_micros: 10 }] });
  const { bins } = (await get('histogram?bins=10')) as { bins: { count: number }[] };
  expect(bins.map(({ count }) => count).reduce((one, other) => one + other)).toBe(2);
  for (const chart of ['stats', 'trend', 'matrix', 'points', 'histogram']) {
    const foreign = await caller.request(`/v1/runs/${chart}?workspace_id=${api.other.workspace_id}`);
    expect([chart, foreign.status]).toEqual([chart, 404]);
  }
});

test('lists runs by filter and page; rejects unknown filters and invalid cursors by name', async () => {
  const { caller, record } = await prepare();
  for (const agent_id of ['a', 'b', 'a']) await record({ agent_id });
  const first = await json(await caller.request('/v1/runs?agent_id=a&limit=1'));
  const second = await json(await caller.request(`/v1/runs?agent_id=a&limit=1&after=${first['next']}`));
  expect([first, second].map(({ items }) => (items as { agent_id: string }[]).length)).toEqual([1, 1]);
  expect(second['next']).toBeNull();
  const all = await json(await caller.request('/v1/runs?overall=PASS&min_score=0&max_score=100&tier=Gold'));
  expect(all['next']).toBeNull();
  for (const [query, path] of [
    ['agent=a', 'agent'],
    ['limit=0', 'limit'],
    ['after=x', 'after'],
    ['min_score=101', 'min_score'],
    ['status=gone', 'status'],
  ]) {
    const refused = await caller.request(`/v1/runs?${query}`);
    expect(await json(refused)).toMatchObject({ status: 422, path });
  }
  const page = await caller.request('/v1/runs');
  const unchanged = await caller.request('/v1/runs', {
    headers: { 'if-none-match': page.headers.get('etag') as string },
  });
  expect(unchanged.status).toBe(304);
});

test('rescores stored runs once in the background; earlier scores stay', async () => {
  const { caller, record } = await prepare();
  const runs = [await record(), await record()];
  await using pool = openPool({ url: api.url, connections: 1 });
  // as if scored by an earlier version, and one not at all
  await pool.run(sql`alter table agent_run_scores disable trigger user`);
  await pool.run(sql`update agent_run_scores set formula_version = '1'`);
  await pool.run(sql`alter table agent_run_scores enable trigger user`);
  const unscored = await record();
  await pool.run(sql`delete from agent_run_scores where formula_version = '2'`);
  const rescore = (formula_version: string) =>
    caller.request('/v1/rescore', { method: 'POST', body: { formula_version } });
  const begun = await rescore('2');
  expect(begun.status).toBe(202);
  await expect
    .poll(async () => json(await rescore('2')), { timeout: 30_000 })
    .toMatchObject({ status: 'done', scored: expect.any(Number) });
  for (const { run_id } of runs) {
    const versions = await api.store.agent_run_scores.list(caller.organization_id, run_id);
    expect(versions.map(({ formula_version }) => formula_version).toSorted()).toEqual(['1', '2']);
    expect((await caller.request(`/v1/runs/${run_id}/score?formula_version=1`)).status).toBe(200);
  }
  expect(await api.store.agent_run_scores.list(caller.organization_id, unscored.run_id)).toEqual([]);
  expect((await rescore('77')).status).toBe(404);
  const { key } = { key: await caller.createKey(['write']) };
  const refused = await api.app.request('/v1/rescore', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ formula_version: '2' }),
  });
  expect(refused.status).toBe(403);
});
