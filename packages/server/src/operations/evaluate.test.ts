import type { EvaluateResponse, Evaluation, IngestResponse } from '@assay/schema';
import { compute, reputationV1 } from '@assay/scoring';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { findDrift } from '../../test/evaluations.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 60_000);
afterAll(() => api[Symbol.asyncDispose]());

let agents = 0;
/** A name that no other test uses. */
const newAgent = (): string => `agent-${agents++}`;

const post = (body: unknown, headers: Record<string, string> = {}, caller: TestCaller = api) =>
  caller.request('/v1/evaluate', { method: 'POST', body, headers });
const evaluate = async (body: object, headers: Record<string, string> = {}): Promise<EvaluateResponse> => {
  const response = await post({ output: 'done', ...body }, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as EvaluateResponse;
};
const ingest = async (
  evaluations: readonly object[],
  headers: Record<string, string> = {},
): Promise<IngestResponse> => {
  const response = await api.request('/v1/ingest', { method: 'POST', body: { evaluations }, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as IngestResponse;
};
const read = async <Answer>(path: string, caller: TestCaller = api): Promise<Answer> =>
  (await (await caller.request(path)).json()) as Answer;

test('answers an evaluation with its checks and the reputation after it', async () => {
  const agent_id = newAgent();
  const answer = await evaluate({
    agent_id,
    output: { price: 12 },
    latency_ms: 0,
    checks: [
      { id: 'has price', type: 'json_path', path: '$.price' },
      { type: 'contains', value: 'shipping', required: false },
    ],
  });
  expect(answer).toMatchObject({
    status: 'counted',
    passed: true,
    reason: null,
    source: 'rest',
    checks: [
      { id: 'has price', verdict: 'PASS' },
      { id: 'contains', verdict: 'FAIL' },
    ],
    reputation: { score: null, interval: null, calibration: '1/50', lifecycle: 'calibrating', eval_count: 1, seq: 1 },
  });
  expect(answer.total_latency_ms).toBeCloseTo(
    answer.checks.reduce((sum, { latency_ms }) => sum + latency_ms, 0),
    6,
  );
});

test('runs the three default checks without checks and verdict', async () => {
  const agent_id = newAgent();
  const { checks, passed } = await evaluate({ agent_id, output: 'write to jane@acme.co' });
  expect([checks.map(({ id, verdict }) => [id, verdict]), passed]).toEqual([
    [
      ['filesystem', 'PASS'],
      ['pii', 'FAIL'],
      ['content', 'PASS'],
    ],
    false,
  ]);
});

test('accepts the verdict of the caller and stores its fields', async () => {
  const agent_id = newAgent();
  const run_id = newId('run');
  await evaluate(
    {
      agent_id,
      passed: false,
      tool: 'search\0',
      latency_ms: 12.5,
      latency_ref_ms: 50,
      run_id,
      occurred_at: '2020-01-01T00:00:00.000Z',
      metadata: { 'a\0b': ['\ud800', { deep: null }] },
    },
    { 'x-assay-source': 'sdk' },
  );
  const { items } = await read<{ items: Evaluation[] }>(`/v1/evaluations?agent_id=${agent_id}`);
  expect(items).toMatchObject([
    {
      agent_id,
      seq: 1,
      status: 'counted',
      passed: false,
      source: 'sdk',
      tool: 'search\ufffd',
      latency_ms: 12.5,
      latency_ref_ms: 50,
      run_id,
      occurred_at: '2020-01-01T00:00:00.000Z',
      metadata: { 'a\0b': ['\ud800', { deep: null }] },
      checks: [],
    },
  ]);
  expect((await read<{ items: Evaluation[] }>(`/v1/evaluations?run_id=${run_id}`)).items).toEqual(items);
});

test('stores and shows an undecided evaluation but does not count it', async () => {
  const agent_id = newAgent();
  await evaluate({ agent_id, passed: true, latency_ms: 0 });
  const errored = await evaluate({ agent_id, checks: [{ type: 'regex', pattern: '(' }] });
  expect(errored).toMatchObject({
    status: 'errored',
    passed: null,
    reason: expect.stringContaining('regex'),
    reputation: { score: null, calibration: '1/50', eval_count: 1, seq: 2 },
  });
  const { items } = await read<{ items: Evaluation[] }>(`/v1/evaluations?agent_id=${agent_id}`);
  expect(items.map(({ status }) => status)).toEqual(['errored', 'counted']);
});

test('a dry run shows the verdict, or why there is none, and changes nothing', async () => {
  const agent_id = newAgent();
  await evaluate({ agent_id, passed: true, latency_ms: 0 });
  const dry = await evaluate({ agent_id, passed: false, dry_run: true });
  const unsaid = await evaluate({ agent_id, dry_run: true, checks: [{ type: 'regex', pattern: '(' }] });
  expect([dry, unsaid]).toMatchObject([
    { status: 'dry_run', passed: false, reputation: { score: null, calibration: '1/50', seq: 1 } },
    { status: 'dry_run', passed: null, reason: expect.stringContaining('regex') },
  ]);
  const path = `/v1/evaluations?agent_id=${agent_id}`;
  expect((await read<{ items: unknown[] }>(path)).items).toHaveLength(1);
  expect((await read<{ items: unknown[] }>(`${path}&dry_run=true`)).items).toHaveLength(2);
});

test.each([
  { why: 'an unknown field', body: { agent: 'x' }, path: 'agent' },
  { why: 'an unknown field in a check', body: { checks: [{ type: 'pii', kind: 1 }] }, path: 'checks[0].kind' },
  { why: 'no output', body: { output: undefined }, path: 'output' },
  { why: 'no agent', body: { agent_id: undefined }, path: 'agent_id' },
  { why: 'an empty name', body: { agent_id: '' }, path: 'agent_id' },
  { why: 'a long name', body: { agent_id: 'x'.repeat(201) }, path: 'agent_id' },
  { why: 'a name with U+0000', body: { agent_id: 'a\0b' }, path: 'agent_id' },
  { why: 'a lone surrogate in a name', body: { agent_id: 'a\ud800' }, path: 'agent_id' },
  { why: 'a negative latency', body: { latency_ms: -1 }, path: 'latency_ms' },
  { why: 'more than a day', body: { latency_ms: 86_400_001 }, path: 'latency_ms' },
  { why: 'a reference latency of zero', body: { latency_ref_ms: 0 }, path: 'latency_ref_ms' },
  { why: 'two verdicts', body: { passed: true, checks: [] }, path: 'passed' },
  { why: 'too many checks', body: { checks: Array(51).fill({ type: 'pii' }) }, path: 'checks' },
  { why: 'an unknown check', body: { checks: [{ type: 'vibes' }] }, path: 'checks[0].type' },
  { why: 'too much metadata', body: { metadata: { a: 'ä'.repeat(2048) } }, path: 'metadata' },
  { why: 'metadata that is not an object', body: { metadata: [] }, path: 'metadata' },
  { why: 'an invalid time', body: { occurred_at: 'yesterday' }, path: 'occurred_at' },
  {
    why: 'a deeply nested output',
    body: { output: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) },
    path: 'output',
  },
])('rejects with a path: $why', async ({ body, path }) => {
  const response = await post({ agent_id: 'refused', output: 1, ...body });
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'invalid_input', path }]);
  expect((await read<{ eval_count: number }>('/v1/reputation/refused')).eval_count).toBe(0);
});

test('rejects input nested deeper than the stack', async () => {
  const deep = `{"agent_id":"deep","output":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const response = await post(deep);
  // before it becomes an object with paths
  const refused = { code: 'invalid_input', detail: 'expected at most 256 levels of nesting, found more' };
  expect([response.status, await response.json()]).toMatchObject([422, refused]);
});

test('rejects a source reserved for the server', async () => {
  const response = await post({ agent_id: 'x', output: 1, passed: true }, { 'x-assay-source': 'run' });
  expect([response.status, await response.json()]).toMatchObject([422, { path: 'x-assay-source' }]);
});

test('rejects a body above 1 MiB and a read-only key', async () => {
  expect((await post({ agent_id: 'x', output: 'x'.repeat(1024 * 1024) })).status).toBe(413);
  const key = await api.createKey(['read']);
  expect((await post({ agent_id: 'x', output: 1 }, { authorization: `Bearer ${key}` })).status).toBe(403);
});

test('uses the reference latency of the organization by default', async () => {
  const own = await api.createCaller();
  const set = await own.request('/v1/organization', { method: 'PATCH', body: { latency_ref_ms: 1000 } });
  expect(await set.json()).toMatchObject({ latency_ref_ms: 1000, name: 'made for a test' });
  const body = { agent_id: 'slow', output: 1, passed: true, latency_ms: 500 };
  const answer = await (await post(body, {}, own)).json();
  expect(answer).toMatchObject({ reputation: { calibration: '1/50' } });
  await post({ ...body, latency_ref_ms: 50 }, {}, own);
  await post({ ...body, latency_ms: undefined }, {}, own);
  const { items } = await read<{ items: Evaluation[] }>('/v1/evaluations?agent_id=slow', own);
  expect(items.map(({ latency_ref_ms }) => latency_ref_ms)).toEqual([null, 50, 1000]);
  const refused = await own.request('/v1/organization', { method: 'PATCH', body: { latency_ref_ms: 0 } });
  expect(refused.status).toBe(422);
});

test('replays the answer for the same key and body; rejects another body', async () => {
  const agent_id = newAgent();
  const headers = { 'idempotency-key': `key of ${agent_id}` };
  const body = { agent_id, output: 'done', latency_ms: 1 };
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, headers)));
  const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
  expect(texts.size).toBe(1);
  expect(answers.filter(({ headers: sent }) => sent.get('idempotent-replayed') === 'true')).toHaveLength(9);
  const other = await post({ ...body, latency_ms: 2 }, headers);
  expect([other.status, await other.json()]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
  expect((await read<{ eval_count: number }>(`/v1/reputation/${agent_id}`)).eval_count).toBe(1);
});

test('appends a batch in order; reports duplicates without counting them', async () => {
  const agent_id = newAgent();
  const events = Array.from({ length: 600 }, (_, n) => ({
    event_id: `${agent_id}-${n}`,
    agent_id,
    output: n,
    passed: n % 7 !== 0,
  }));
  const first = await ingest(events, { 'x-assay-source': 'proxy' });
  expect([first.accepted, first.duplicates]).toEqual([600, 0]);
  expect(first.results.map(({ reputation }) => reputation.seq)).toEqual(events.map((_, n) => n + 1));
  const again = await ingest([...events, { event_id: `${agent_id}-new`, agent_id, output: 1, passed: true }]);
  expect([again.accepted, again.duplicates]).toEqual([1, 600]);
  expect(again.results[0]).toMatchObject({
    duplicate: true,
    evaluation_id: first.results[0]?.evaluation_id,
    source: 'proxy',
  });
  const { expected, found } = await findDrift(api.store, { organization_id: api.organization_id, agent_id });
  expect(found).toEqual(expected);
  expect(found.seq).toBe(601);
}, 60_000);

test('detects duplicate events within a batch and keeps them apart from Idempotency-Keys', async () => {
  const agent_id = newAgent();
  const event = { event_id: `twice-${agent_id}`, agent_id, output: 1, passed: true };
  const { results } = await ingest([event, { ...event, passed: false }]);
  expect(results.map(({ duplicate, passed }) => [duplicate, passed])).toEqual([
    [false, true],
    [true, true],
  ]);
  const answer = await post({ agent_id, output: 1, passed: true }, { 'idempotency-key': event.event_id });
  expect(answer.headers.get('idempotent-replayed')).toBe(null);
});

test('rejects a batch with one invalid evaluation as a whole, with its path', async () => {
  const agent_id = newAgent();
  const event = { event_id: 'a', agent_id, output: 1, passed: true };
  const refuse = async (evaluations: unknown) => {
    const response = await api.request('/v1/ingest', { method: 'POST', body: { evaluations } });
    return [response.status, ((await response.json()) as { path: string }).path];
  };
  expect(await refuse([event, { ...event, event_id: 'b', latency: 3 }])).toEqual([422, 'evaluations[1].latency']);
  expect(await refuse([])).toEqual([422, 'evaluations']);
  expect(await refuse(Array(1001).fill(event))).toEqual([422, 'evaluations']);
  expect(await refuse([{ ...event, event_id: 'a\0' }])).toEqual([422, 'evaluations[0].event_id']);
  expect((await read<{ eval_count: number }>(`/v1/reputation/${agent_id}`)).eval_count).toBe(0);
});

test('appends back-dated evaluations last', async () => {
  const agent_id = newAgent();
  await evaluate({ agent_id, passed: false });
  await evaluate({ agent_id, passed: true, occurred_at: '1999-01-01T00:00:00.000Z' });
  expect(await read(`/v1/reputation/${agent_id}`)).toMatchObject({ streak: 1, eval_count: 2 });
});

test('any interleaving of calls, batches and repeats gives the log in order of arrival', async () => {
  const call = fc.record({
    agent: fc.nat(1),
    passed: fc.boolean(),
    latency_ms: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
    repeats: fc.nat(2),
    way: fc.constantFrom('call', 'batch'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 25 }), async (calls) => {
      const names = [newAgent(), newAgent()];
      const sent = calls.flatMap(({ agent, passed, latency_ms, repeats, way }, n) => {
        const body = { agent_id: names[agent] as string, output: 1, passed, latency_ms };
        const id = `${names[0]}-${n}`;
        const send = () =>
          way === 'call'
            ? evaluate(body, { 'idempotency-key': id })
            : ingest([
                { ...body, event_id: id },
                { ...body, event_id: id },
              ]);
        return Array.from({ length: repeats + 1 }, () => send);
      });
      await Promise.all(sent.map((send) => send()));
      await Promise.all(sent.toReversed().map((send) => send()));
      const counts = names.map((_, index) => calls.filter(({ agent }) => agent === index).length);
      for (const [index, agent_id] of names.entries()) {
        const { expected, found, log } = await findDrift(api.store, { organization_id: api.organization_id, agent_id });
        expect(found).toEqual(expected);
        expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: counts[index] as number }, (_, n) => n + 1));
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);

test('agents with the same name in another organization are separate', async () => {
  const agent_id = newAgent();
  const run_id = newId('run');
  const event = { event_id: `shared-${agent_id}`, agent_id, output: 1, passed: true, run_id };
  await ingest([event]);
  expect(await read(`/v1/reputation/${agent_id}`, api.other)).toMatchObject({ eval_count: 0, lifecycle: 'new' });
  expect(await read(`/v1/evaluations?agent_id=${agent_id}`, api.other)).toEqual({ items: [], next: null });
  expect(await read(`/v1/evaluations?run_id=${run_id}`, api.other)).toEqual({ items: [], next: null });
  expect(await read('/v1/agents?order=name', api.other)).toEqual({ items: [], next: null });
  // event ids are unique per organization
  const theirs = await api.other.request('/v1/ingest', { method: 'POST', body: { evaluations: [event] } });
  expect(await theirs.json()).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await read(`/v1/reputation/${agent_id}`)).toMatchObject({ eval_count: 1 });
});

test('expensive checks of one caller are stopped and do not block others', async () => {
  const agent_id = newAgent();
  const hostile = {
    agent_id,
    output: 'ab'.repeat(100_000),
    checks: Array.from({ length: 50 }, (_, n) => ({ type: 'regex', pattern: `[ab]*a[ab]{${800 + n}}[cd]` })),
  };
  const [answer, neighbour] = await Promise.all([post(hostile), evaluate({ agent_id: newAgent(), passed: true })]);
  expect(await answer.json()).toMatchObject({ status: 'errored', passed: null });
  expect(neighbour.status).toBe('counted');
}, 60_000);

test('the score in each answer equals that of the formula, once there is one', async () => {
  const agent_id = newAgent();
  const evaluations: { passed: boolean; latency_ms: number }[] = [];
  for (let n = 0; n < 60; n++) {
    const next = { passed: n % 5 !== 0, latency_ms: n };
    evaluations.push(next);
    const { reputation } = await evaluate({ agent_id, ...next });
    const { score, lifecycle, interval, eval_count } = compute(reputationV1, { evaluations });
    const shown =
      n < 49 ? { score: null, interval: null, calibration: `${n + 1}/50` } : { score, interval, calibration: null };
    expect(reputation).toEqual({ ...shown, lifecycle, eval_count, seq: n + 1 });
  }
}, 60_000);
