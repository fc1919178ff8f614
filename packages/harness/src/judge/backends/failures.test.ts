import { expect, test } from 'vitest';
import { toJudgeFailure } from './failures.ts';

const context = {
  signal: new AbortController().signal,
  redact: (text: string) => text,
  now: () => Date.parse('2026-11-15T12:00:00Z'),
};

const errorWith = (fields: object): Error => Object.assign(new Error('a sentence'), fields);

test.each([
  { status: 400, obstacle: 'rejected', again: false },
  { status: 401, obstacle: 'unauthorized', again: false },
  { status: 403, obstacle: 'unauthorized', again: false },
  { status: 404, obstacle: 'rejected', again: false },
  { status: 408, obstacle: 'timeout', again: true },
  { status: 413, obstacle: 'rejected', again: false },
  { status: 429, obstacle: 'rate_limited', again: true },
  { status: 500, obstacle: 'service_error', again: true },
  { status: 503, obstacle: 'overloaded', again: true },
  { status: 529, obstacle: 'overloaded', again: true },
])('status $status is $obstacle', ({ status, ...expected }) => {
  expect(toJudgeFailure(errorWith({ status }), context)).toMatchObject(expected);
});

test.each([
  { type: 'overloaded_error', obstacle: 'overloaded' },
  { type: 'api_error', obstacle: 'service_error' },
  { type: 'constructor', obstacle: 'service_error' },
])('an error of type $type during a stream is $obstacle', ({ type, obstacle }) => {
  expect(toJudgeFailure(errorWith({ type, error: { type: 'error' } }), context)).toMatchObject({ obstacle });
});

test('does not retry a used-up quota', () => {
  expect(toJudgeFailure(errorWith({ status: 429, code: 'insufficient_quota' }), context)).toMatchObject({
    obstacle: 'rate_limited',
    again: false,
  });
});

test.each([
  { headers: { 'retry-after': '12' }, ms: 12_000, why: 'seconds' },
  { headers: { 'retry-after': 'Sun, 15 Nov 2026 12:00:09 GMT' }, ms: 9_000, why: 'a date' },
  { headers: { 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }, ms: 0, why: 'a date in the past' },
  { headers: { 'retry-after': '12', 'retry-after-ms': '250' }, ms: 250, why: 'milliseconds take precedence' },
  { headers: { 'retry-after': 'soon' }, ms: null, why: 'not a time' },
  { headers: {}, ms: null, why: 'nothing' },
])('Retry-After: $why', ({ headers, ms }) => {
  const error = errorWith({ status: 429, headers: new Headers(headers as Record<string, string>) });
  expect(toJudgeFailure(error, context).retry_after_ms).toBe(ms);
});

test('a message is one short line without control characters', () => {
  const error = errorWith({ status: 500, error: { error: { message: `\u001b[2Jone\ntwo\u202e${'x'.repeat(5000)}` } } });
  const { message } = toJudgeFailure(error, context);
  expect(message).toMatch(/^status 500: \[2Jone two x+…$/);
  expect(message.length).toBeLessThan(400);
});

test('reports the innermost cause of a broken connection', () => {
  const refused = errorWith({ message: 'connect ECONNREFUSED 127.0.0.1:9', code: 'ECONNREFUSED' });
  const error = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: refused }) });
  expect(toJudgeFailure(error, context)).toMatchObject({
    obstacle: 'unreachable',
    message: 'connect ECONNREFUSED 127.0.0.1:9',
  });
});
