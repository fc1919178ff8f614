import type { AgentStanding, ReputationReading, ScorePoint } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import { HANDLERS } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await send('calibrating', 37);
  await send('active', 60);
  await send('better', 70, (n) => n % 10 !== 0);
  await send('quick & <good>', 55, () => true, 0);
}, 60_000);
afterAll(() => api[Symbol.asyncDispose]());

/** Sends the given number of evaluations of an agent. */
async function send(
  agent_id: string,
  count: number,
  passed: (n: number) => boolean = (n) => n % 2 === 0,
  latency_ms = 50,
) {
  const evaluations = Array.from({ length: count }, (_, n) => ({
    event_id: `${agent_id}-${n}`,
    agent_id,
    output: n,
    passed: passed(n),
    latency_ms,
  }));
  const response = await api.request('/v1/ingest', { method: 'POST', body: { evaluations } });
  expect(response.status).toBe(200);
}

const read = async <Answer>(path: string, caller: TestCaller = api): Promise<Answer> =>
  (await (await caller.request(path)).json()) as Answer;
const publish = (agent_id: string, shown = true) =>
  api.request(`/v1/agents/${encodeURIComponent(agent_id)}`, { method: 'PATCH', body: { public: shown } });
const anonymously = (path: string) => api.app.request(`${path}?organization_id=${api.organization_id}`);

test('the owner sees the evaluations of an agent, but no score below 50', async () => {
  expect(await read('/v1/reputation/calibrating')).toMatchObject({
    agent_id: 'calibrating',
    lifecycle: 'calibrating',
    ...{ score: null, interval: null, components: null, calibration: '37/50', ledger: [] },
    eval_count: 37,
    window_size: 500,
    streak: 1,
    pass_rate: 19 / 37,
    avg_latency_ms: 50,
    stale: false,
    sources: { rest: 37 },
    seq: 37,
    public: false,
  });
});

test('an agent without evaluations is new', async () => {
  expect(await read('/v1/reputation/nobody')).toMatchObject({
    agent_id: 'nobody',
    ...{ score: null, interval: null, components: null, calibration: '0/50', ledger: [] },
    lifecycle: 'new',
    eval_count: 0,
    pass_rate: null,
    stale: false,
    last_evaluated_at: null,
  });
});

test('normalizes agent names and accepts any character', async () => {
  const body = (agent_id: string) => ({ agent_id, output: 1, passed: true });
  await api.request('/v1/evaluate', { method: 'POST', body: body('café/a b?#%') });
  await api.request('/v1/evaluate', { method: 'POST', body: body('cafe\u0301/a b?#%') });
  const path = `/v1/reputation/${encodeURIComponent('cafe\u0301/a b?#%')}`;
  expect(await read(path)).toMatchObject({ agent_id: 'café/a b?#%', eval_count: 2 });
  expect((await api.request(`${path}/history`)).status).toBe(200);
});

test('after 30 days without an evaluation a score is stale', async () => {
  const in_31_days = openLater(31);
  expect(await (await in_31_days('/v1/reputation/active')).json()).toMatchObject({ stale: true });
  const in_29_days = openLater(29);
  expect(await (await in_29_days('/v1/reputation/active')).json()).toMatchObject({ stale: false });
});

/** The same server, the given number of days later. */
function openLater(days: number) {
  const services = { ...api.services, now: () => Date.now() + days * 86_400_000 };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true });
  return (path: string) => app.request(path, { headers: { authorization: `Bearer ${api.key}` } });
}

test('ranks agents with 50 evaluations, best first, page by page', async () => {
  const whole = await read<{ items: AgentStanding[] }>('/v1/agents');
  expect(whole.items.map(({ agent_id, rank }) => [agent_id, rank])).toEqual([
    ['quick & <good>', 1],
    ['better', 2],
    ['active', 3],
  ]);
  const first = await read<{ items: AgentStanding[]; next: string }>('/v1/agents?limit=1');
  const second = await read<{ items: AgentStanding[]; next: string }>(`/v1/agents?limit=1&after=${first.next}`);
  expect(second.items).toEqual(whole.items.slice(1, 2));
  const named = await read<{ items: AgentStanding[] }>('/v1/agents?order=name');
  expect(named.items.map(({ agent_id }) => agent_id)).toContain('calibrating');
  for (const { score, agent_id } of whole.items) {
    expect(await read<ReputationReading>(`/v1/reputation/${encodeURIComponent(agent_id)}`)).toMatchObject({ score });
  }
});

test('the history lists the score after each evaluation, newest first', async () => {
  const page = await read<{ items: { seq: number; score: number }[]; next: string }>(
    '/v1/reputation/active/history?limit=10',
  );
  expect(page.items.map(({ seq }) => seq)).toEqual([60, 59, 58, 57, 56, 55, 54, 53, 52, 51]);
  const { score } = await read<ReputationReading>('/v1/reputation/active');
  expect(page.items[0]?.score).toBe(score);
  const next = await read<{ items: { seq: number }[] }>(`/v1/reputation/active/history?limit=10&after=${page.next}`);
  expect(next.items[0]?.seq).toBe(50);
});

test('no answer has a score before the 50th counted evaluation, whatever came between', async () => {
  const evaluate = async (body: object) => {
    const answer = await api.request('/v1/evaluate', {
      method: 'POST',
      body: { agent_id: 'slow', output: 1, ...body },
    });
    return (await answer.json()) as { reputation: object };
  };
  // one that errored has a number in the log, and does not count
  const errors = { checks: [{ type: 'json_schema', schema: { unevaluatedItems: false } }] };
  expect(await evaluate(errors)).toMatchObject({
    status: 'errored',
    reputation: { seq: 1, eval_count: 0, score: null },
  });
  await send('slow', 48);
  const hidden = { score: null, interval: null, calibration: '49/50', lifecycle: 'calibrating', eval_count: 49 };
  expect((await evaluate({ passed: true })).reputation).toEqual({ ...hidden, seq: 50 });
  expect((await evaluate({ passed: true, dry_run: true })).reputation).toEqual({ ...hidden, seq: 50 });
  expect(await read('/v1/reputation/slow')).toMatchObject({ ...hidden, components: null, ledger: [] });
  const listed = async () =>
    (await read<{ items: AgentStanding[] }>('/v1/agents?order=name')).items.find(({ agent_id }) => agent_id === 'slow');
  expect(await listed()).toMatchObject({ ...hidden, rank: null });
  const points = () => read<{ items: ScorePoint[] }>('/v1/reputation/slow/history?limit=200');
  expect(new Set((await points()).items.map(({ score }) => score))).toEqual(new Set([null]));
  const batch = { evaluations: [{ event_id: 'last', agent_id: 'slow', output: 1, passed: true }] };
  const ingested = await api.request('/v1/ingest', { method: 'POST', body: batch });
  const [result] = ((await ingested.json()) as { results: { reputation: ReputationReading }[] }).results;

  const { score } = await read<ReputationReading>('/v1/reputation/slow');
  expect(score).toBeGreaterThan(0);
  expect(result?.reputation).toMatchObject({ score, calibration: null, eval_count: 50 });
  expect(await listed()).toMatchObject({ score, calibration: null });
  const [newest, ...older] = (await points()).items;
  expect(newest).toMatchObject({ seq: 51, score });
  expect(new Set(older.map((point) => point.score))).toEqual(new Set([null]));
});

test('others see only public agents, and no score below 50 evaluations', async () => {
  const paths = ['', '/badge.svg', '/attestation'].map((end) => `/v1/reputation/calibrating${end}`);
  for (const path of paths) {
    expect((await api.app.request(path)).status).toBe(401);
    expect((await anonymously(path)).status).toBe(404);
    const asked = `${path}?organization_id=${api.organization_id}`;
    expect((await api.other.request(asked)).status).toBe(404);
  }
  expect((await publish('calibrating')).status).toBe(200);
  for (const path of paths) expect((await anonymously(path)).status).toBe(200);
  expect(await (await anonymously('/v1/reputation/calibrating')).json()).toEqual({
    agent_id: 'calibrating',
    score: null,
    calibration: '37/50',
    lifecycle: 'calibrating',
  });
  await publish('calibrating', false);
  for (const path of paths) expect((await anonymously(path)).status).toBe(404);
});

test('everyone sees the score of a public agent with enough evaluations', async () => {
  await publish('active');
  const { score } = await read<ReputationReading>('/v1/reputation/active');
  expect(await (await anonymously('/v1/reputation/active')).json()).toMatchObject({
    score,
    lifecycle: 'active',
    eval_count: 60,
  });
});

test('only an admin can make an agent public, and the audit log records it', async () => {
  const key = await api.createKey(['write']);
  const headers = { authorization: `Bearer ${key}` };
  expect((await api.request('/v1/agents/active', { method: 'PATCH', body: { public: true }, headers })).status).toBe(
    403,
  );
  expect((await publish('never seen')).status).toBe(404);
  const path = '/v1/agents/active';
  expect((await api.other.request(path, { method: 'PATCH', body: { public: true } })).status).toBe(404);
  const { items } = await api.store.audit_log.list(api.organization_id, { limit: 10, after: null });
  expect(items).toContainEqual(expect.objectContaining({ action: 'agent.publish', target: 'active' }));
});

test('a badge escapes the agent name', async () => {
  const response = await api.request(`/v1/reputation/${encodeURIComponent('quick & <good>')}/badge.svg`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  const svg = await response.text();
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain('quick &amp; &lt;good&gt;: ');
  expect(svg).not.toMatch(/<script|<good|href|url\(http|@import/);
  const etag = response.headers.get('etag') ?? '';
  const again = await api.request(`/v1/reputation/${encodeURIComponent('quick & <good>')}/badge.svg`, {
    headers: { 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
});

test('the badge of a calibrating agent shows its progress, also to its owner', async () => {
  const response = await api.request('/v1/reputation/calibrating/badge.svg');
  expect(await response.text()).toContain('calibrating 37/50');
  expect(response.headers.get('cache-control')).toBe('private, max-age=300');
});

test('pages of evaluations have no gaps', async () => {
  const seen: number[] = [];
  let after = '';
  do {
    const page = await read<{ items: { seq: number }[]; next: string | null }>(
      `/v1/evaluations?agent_id=active&limit=25${after}`,
    );
    seen.push(...page.items.map(({ seq }) => seq));
    after = page.next === null ? '' : `&after=${page.next}`;
  } while (after !== '');
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n));
  expect((await api.request('/v1/evaluations?after=nonsense')).status).toBe(422);
  expect((await api.request('/v1/evaluations?dry_run=true')).status).toBe(422);
});
