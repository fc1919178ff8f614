import { afterAll, describe, expect, test } from 'vitest';
import { type Behavior, json, openFaultServer, problem, type Received } from '../../test/fault-server.ts';
import { readOptions } from '../options.ts';
import { call } from './call.ts';

const ROUTE = 'POST /v1/evaluate';
const input = { agent_id: 'bot', output: 'hello' };

/** Sends one request to a server with these behaviors; the last one repeats. */
async function meet(behaviors: readonly Behavior[], options: { timeoutMs?: number; retries?: number } = {}) {
  await using server = await openFaultServer(
    (_, index) => behaviors[Math.min(index, behaviors.length - 1)] as Behavior,
  );
  const settings = readOptions({ baseUrl: server.url, apiKey: 'assay_sk_secret', ...options });
  const outcome = await call(settings, ROUTE, { input }).then(
    (answer) => ({ answer, error: undefined }),
    (error: unknown) => ({ answer: undefined, error }),
  );
  return { ...outcome, received: server.received as readonly Received[] };
}

const html = (status: number): Behavior => ({ status, headers: { 'content-type': 'text/html' }, body: '<p>no</p>' });

describe('retries temporary errors', () => {
  test.each<{ what: string; trouble: Behavior; timeoutMs?: number }>([
    { what: 'a broken connection', trouble: 'drop' },
    { what: 'a truncated answer', trouble: 'cut_off' },
    { what: 'a server that does not answer', trouble: 'hang', timeoutMs: 1_000 },
    { what: '500', trouble: problem(500, 'internal') },
    { what: '502 from a proxy', trouble: html(502) },
    { what: '503', trouble: problem(503, 'database_unavailable') },
    { what: '429', trouble: problem(429, 'rate_limited') },
    { what: '408', trouble: html(408) },
    { what: 'the same request still running', trouble: problem(409, 'idempotency_in_progress') },
  ])('$what', async ({ trouble, timeoutMs }) => {
    const { answer, received } = await meet([trouble, json({ passed: true })], timeoutMs ? { timeoutMs } : {});
    expect(answer).toEqual({ passed: true });
    // a busy machine may need more than the first try
    expect(received.length).toBeGreaterThanOrEqual(2);
  });
});

test('every try sends the same bytes and key', async () => {
  const { received } = await meet(['drop', problem(500, 'internal'), json({})]);
  expect(received).toHaveLength(3);
  const [first] = received;
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{32,36}$/);
  for (const { headers, body } of received) {
    expect([headers['idempotency-key'], body]).toEqual([first?.headers['idempotency-key'], JSON.stringify(input)]);
    expect(headers).toMatchObject({
      authorization: 'Bearer assay_sk_secret',
      'x-assay-source': 'sdk',
      'content-type': 'application/json',
    });
  }
});

test('each request has a new key', async () => {
  const keys = [await meet([json({})]), await meet([json({})])].map(
    ({ received }) => received[0]?.headers['idempotency-key'],
  );
  expect(new Set(keys).size).toBe(2);
});

describe('throws permanent errors with their code', () => {
  test.each<{
    what: string;
    trouble: Behavior;
    error: object;
    tries: number | null;
    timeoutMs?: number;
    retries?: number;
  }>([
    {
      what: 'a rejected request',
      trouble: problem(422, 'invalid_input', { path: 'output', request_id: 'r1' }),
      tries: 1,
      error: { code: 'invalid_input', status: 422, path: 'output', request_id: 'r1', message: 'it is invalid_input' },
    },
    {
      what: 'an invalid key',
      trouble: problem(401, 'unauthorized'),
      tries: 1,
      error: { code: 'unauthorized', status: 401 },
    },
    {
      what: 'an idempotency key used with another body',
      trouble: problem(422, 'idempotency_mismatch'),
      tries: 1,
      error: { code: 'idempotency_mismatch' },
    },
    {
      what: 'an unknown code of a newer server',
      trouble: problem(418, 'tea_only'),
      tries: 1,
      error: { code: 'tea_only', status: 418 },
    },
    {
      what: 'invalid JSON',
      trouble: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":' },
      tries: 1,
      error: { code: 'malformed_answer', status: 200 },
    },
    {
      what: 'an HTML page',
      trouble: html(404),
      tries: 1,
      error: { code: 'malformed_answer', status: 404 },
    },
    {
      what: 'a redirect, which is not followed',
      trouble: { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      tries: 1,
      error: { code: 'malformed_answer', status: 302 },
    },
    {
      what: 'a connection that always fails',
      trouble: 'drop',
      tries: 2,
      retries: 1,
      error: { code: 'network_error', status: undefined },
    },
    {
      what: 'a server that never answers',
      trouble: 'hang',
      tries: null,
      retries: 1,
      timeoutMs: 200,
      error: { code: 'timed_out', status: undefined },
    },
    {
      what: 'an error that persists',
      trouble: problem(503, 'database_unavailable'),
      tries: 2,
      retries: 1,
      error: { code: 'database_unavailable', status: 503 },
    },
    {
      what: 'a Retry-After that is too long',
      trouble: problem(429, 'rate_limited', { headers: { 'retry-after': '3600' } }),
      tries: 1,
      error: { code: 'rate_limited', retry_after_ms: 3_600_000 },
    },
  ])('$what', async ({ trouble, error, tries, ...options }) => {
    const met = await meet([trouble], options);
    expect(met.error).toMatchObject({ name: 'RequestError', ...error });
    // a request aborted early may not have arrived
    if (tries !== null) expect(met.received).toHaveLength(tries);
  });
});

test('reports a network error without the key if nothing listens', async () => {
  const server = await openFaultServer(() => 'drop');
  await server[Symbol.asyncDispose]();
  const settings = readOptions({ baseUrl: server.url, apiKey: 'assay_sk_secret', retries: 0 });
  const error = await call(settings, ROUTE, { input }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'network_error' });
  expect(String(error)).not.toContain('secret');
});

test('honors `Retry-After`', async () => {
  const { received, answer } = await meet([
    problem(429, 'rate_limited', { headers: { 'retry-after': '1' } }),
    json({ ok: 1 }),
  ]);
  expect(answer).toEqual({ ok: 1 });
  expect(received).toHaveLength(2);
});

describe('a signal', () => {
  const hanging = openFaultServer(() => 'hang');
  const failing = openFaultServer(() => problem(503, 'database_unavailable', { headers: { 'retry-after': '50' } }));
  afterAll(async () => {
    await (await hanging)[Symbol.asyncDispose]();
    await (await failing)[Symbol.asyncDispose]();
  });

  test.each([
    { when: 'before it is sent', open: hanging, after: 0 },
    { when: 'while it waits for the answer', open: hanging, after: 1 },
    { when: 'while it waits to retry', open: failing, after: 1 },
  ])('aborts a call with its reason $when', async ({ open, after }) => {
    const server = await open;
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen = server.received.length;
    if (after === 0) controller.abort(reason);
    const ended = call(readOptions({ baseUrl: server.url }), ROUTE, { input, options: { signal: controller.signal } });
    const rejected = expect(ended).rejects.toBe(reason);
    await server.receives(seen + after);
    controller.abort(reason);
    await rejected;
    expect(server.received.length).toBe(seen + after);
  });
});

describe('reads an answer by its content type', () => {
  test.each([
    { what: 'nothing', behaviour: { status: 204 }, answer: undefined },
    {
      what: 'SVG',
      behaviour: { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' },
      answer: '<svg/>',
    },
    {
      what: 'text',
      behaviour: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'é' },
      answer: 'é',
    },
    {
      what: 'bytes',
      behaviour: { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: 'ab' },
      answer: new Uint8Array([97, 98]),
    },
    {
      what: 'a JSON subtype',
      behaviour: { status: 200, headers: { 'content-type': 'application/vnd.in-toto+json' }, body: '[1]' },
      answer: [1],
    },
  ])('$what', async ({ behaviour, answer }) => {
    const met = await meet([behaviour]);
    expect(met.error).toBeUndefined();
    expect(met.answer).toEqual(answer);
  });
});
