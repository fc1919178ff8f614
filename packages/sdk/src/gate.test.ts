import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  accept,
  type Behavior,
  type FaultServer,
  json,
  openFaultServer,
  problem,
  type Received,
} from '../test/fault-server.ts';
import { Assay } from './assay.ts';
import { GateError } from './gate.ts';

const verdict = (passed: boolean | null) =>
  json({
    evaluation_id: 'evl_1',
    passed,
    checks: [{ id: 'pii', verdict: passed ? 'PASS' : 'FAIL', reason: 'an address in the text', latency_ms: 1 }],
  });

/** The server's answer to `POST /v1/evaluate`; batches are always accepted. */
let says: Behavior = verdict(true);
let server: FaultServer;
let seen = 0;
const since = (path: string): Received[] => server.received.slice(seen).filter((one) => one.path === path);

beforeAll(async () => {
  server = await openFaultServer((received) => (received.path === '/v1/ingest' ? accept(received) : says));
});
afterAll(() => server[Symbol.asyncDispose]());

function open(given: Behavior = verdict(true)) {
  says = given;
  seen = server.received.length;
  const errors: unknown[] = [];
  const assay = new Assay({ baseUrl: server.url, retries: 0, onError: (error) => void errors.push(error) });
  return { assay, errors };
}

const answer = async (text: string) => `you said ${text}`;
const failing = async (): Promise<string> => {
  throw new RangeError('too much');
};
const recorded = () =>
  since('/v1/ingest').flatMap(
    ({ body }) => (JSON.parse(body) as { evaluations: Record<string, unknown>[] }).evaluations,
  );

test('returns the result of the function and evaluates it in the background', async () => {
  const { assay } = open();
  const gated = assay.gate(answer, {
    agent_id: 'bot',
    tool: 'echo',
    checks: [{ type: 'pii' }],
    latency_ref_ms: 50,
    metadata: { build: 7 },
  });
  expect(await gated('hi')).toBe('you said hi');
  await assay.close();
  expect(recorded()).toEqual([
    {
      event_id: expect.any(String),
      agent_id: 'bot',
      tool: 'echo',
      checks: [{ type: 'pii' }],
      latency_ref_ms: 50,
      metadata: { build: 7 },
      output: 'you said hi',
      latency_ms: expect.any(Number),
      occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  expect(since('/v1/evaluate')).toEqual([]);
});

test('sends arguments and results as `input` and `output` define', async () => {
  const { assay } = open();
  const gated = assay.gate(answer, {
    agent_id: 'bot',
    input: (text) => ({ length: text.length }),
    output: () => null,
  });
  await gated('secret');
  await assay.close();
  expect(recorded()).toEqual([expect.objectContaining({ input: { length: 6 }, output: null })]);
});

test('rethrows the error of the function and records a failure', async () => {
  const { assay } = open();
  const gated = assay.gate(failing, { agent_id: 'bot', checks: [{ type: 'pii' }] });
  await expect(gated()).rejects.toThrow(new RangeError('too much'));
  await assay.close();
  const [evaluation] = recorded();
  expect(evaluation).toMatchObject({ passed: false, output: { error: { name: 'RangeError', message: 'too much' } } });
  expect(evaluation).not.toHaveProperty('checks');
});

test('keeps `this` and accepts synchronous functions', async () => {
  const { assay } = open();
  const owner = {
    name: 'bot',
    greet: assay.gate(
      function (this: unknown, to: string) {
        return `${(this as { name: string }).name} greets ${to}`;
      },
      { agent_id: 'bot' },
    ),
  };
  expect(await owner.greet('you')).toBe('bot greets you');
  await assay.close();
});

describe('a gate with on_fail: throw', () => {
  const spec = { agent_id: 'bot', on_fail: 'throw' } as const;

  test('returns a result that passes', async () => {
    const { assay } = open();
    expect(await assay.gate(answer, spec)('hi')).toBe('you said hi');
    expect(since('/v1/evaluate')).toHaveLength(1);
    expect(assay.recorded.queued).toBe(0);
  });

  test('throws for a result that fails, with the verdict and the result', async () => {
    const { assay } = open(verdict(false));
    const error = await assay
      .gate(
        answer,
        spec,
      )('hi')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GateError);
    expect(error).toMatchObject({
      code: 'gate_failed',
      message: expect.stringContaining('pii: an address in the text'),
      output: 'you said hi',
      evaluation: { passed: false },
    });
  });

  test.each<{ what: string; says: Behavior; code: string; timeout_ms?: number; again: boolean }>([
    { what: 'fails', says: problem(503, 'database_unavailable'), code: 'database_unavailable', again: true },
    { what: 'breaks the connection', says: 'drop', code: 'network_error', again: true },
    { what: 'is too slow', says: 'hang', code: 'timed_out', timeout_ms: 1_000, again: true },
    { what: 'rejects the checks', says: problem(422, 'invalid_input'), code: 'invalid_input', again: false },
  ])('returns the result, reports the error and resends later if the server $what', async (row) => {
    const { assay, errors } = open(row.says);
    const timeout = row.timeout_ms === undefined ? {} : { timeout_ms: row.timeout_ms };
    expect(await assay.gate(answer, { ...spec, ...timeout })('hi')).toBe('you said hi');
    await vi.waitFor(() => expect(errors).toEqual([expect.objectContaining({ code: row.code })]));
    says = verdict(true);
    await assay.close();
    const tries = since('/v1/evaluate').map(({ headers, body }) => ({ key: headers['idempotency-key'], body }));
    // a request aborted early may not have arrived
    if (row.says !== 'hang') expect(tries.length).toBe(row.again ? 2 : 1);
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(since('/v1/ingest')).toEqual([]);
    expect(assay.recorded).toEqual({ queued: 0, sent: row.again ? 1 : 0, dropped: 0 });
  });

  test('throws without a verdict if on_unavailable is throw', async () => {
    const { assay } = open(problem(503, 'database_unavailable'));
    const gated = assay.gate(answer, { ...spec, on_unavailable: 'throw' });
    await expect(gated('hi')).rejects.toMatchObject({ code: 'database_unavailable' });
    await assay.close({ timeoutMs: 0 });
  });

  test.each([
    { on_unavailable: 'return', thrown: false },
    { on_unavailable: 'throw', thrown: true },
  ] as const)('an errored check is no verdict: $on_unavailable', async ({ on_unavailable, thrown }) => {
    const { assay } = open(verdict(null));
    const outcome = await assay
      .gate(answer, { ...spec, on_unavailable })('hi')
      .catch((error: unknown) => error);
    expect(outcome instanceof GateError).toBe(thrown);
  });
});

test.each([
  { what: 'a circular list', make: () => Object.assign([] as unknown[], { 0: 1 }) },
  { what: 'a bigint', make: () => 10n },
])('returns a result that is not JSON and reports it: $what', async ({ what, make }) => {
  const value: unknown = make();
  if (what === 'a circular list') (value as unknown[]).push(value);
  const dropped: unknown[] = [];
  const assay = new Assay({ baseUrl: server.url, onDrop: (news) => void dropped.push(news) });
  expect(await assay.gate(async () => value, { agent_id: 'bot' })()).toBe(value);
  expect(dropped).toEqual([
    { reason: 'unserializable', event_ids: [expect.any(String)], error: expect.any(TypeError) },
  ]);
  await assay.close();
});

test('returns the result even if `output` throws', async () => {
  const { assay, errors } = open();
  const gated = assay.gate(answer, {
    agent_id: 'bot',
    output: () => {
      throw new Error('no output');
    },
  });
  expect(await gated('hi')).toBe('you said hi');
  await vi.waitFor(() => expect(errors).toEqual([new Error('no output')]));
  await assay.close();
});
