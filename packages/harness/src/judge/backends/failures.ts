import type { JudgeObstacle } from '@assay/schema';
import { at, isObject, number, text } from '@assay/schema/json';
import { JudgeFailure } from '../backend.ts';

/** Obstacles for which a retry may help. */
const PASSING: ReadonlySet<JudgeObstacle> = new Set([
  'unreachable',
  'rate_limited',
  'overloaded',
  'service_error',
  'timeout',
]);

const LONGEST_MESSAGE = 300;

interface FailureContext {
  readonly signal: AbortSignal;
  /** Removes keys from messages of a service. */
  redact(text: string): string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Converts an error of a service's client to a JudgeFailure. Throws the reason of the signal if aborted. */
export function toJudgeFailure(error: unknown, { signal, redact, now }: FailureContext): JudgeFailure {
  signal.throwIfAborted();
  if (error instanceof JudgeFailure) return error;
  const status = readErrorStatus(error);
  const message = shorten(redact(describe(error)));
  if (status === undefined) {
    // an unreadable reply has no cause; a connection error has one
    const obstacle = isObject(error) && at(error, 'cause') === undefined ? 'service_error' : 'unreachable';
    return createJudgeFailure(obstacle, message);
  }
  const spent = at(error, 'code') === 'insufficient_quota';
  return createStatusFailure(status, message, {
    retry_after_ms: readRetryAfter(error, now),
    ...(spent ? { again: false } : {}),
  });
}

/** The failure for an HTTP status. */
export function createStatusFailure(
  status: number,
  message: string,
  options: { readonly retry_after_ms?: number | null; readonly again?: boolean } = {},
): JudgeFailure {
  const obstacle = obstacleOf(status);
  return new JudgeFailure(obstacle, `status ${status}: ${message}`, { again: PASSING.has(obstacle), ...options });
}

/** The failure for a known obstacle. */
export function createJudgeFailure(obstacle: JudgeObstacle, message: string): JudgeFailure {
  return new JudgeFailure(obstacle, message, { again: PASSING.has(obstacle) });
}

/** Puts a message on one line, without control characters, and limits its length. */
export function shorten(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
}

function obstacleOf(status: number): JudgeObstacle {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'service_error' : 'rejected';
}

/** Status by error type, for errors during a stream. */
const STATUS_OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['overloaded_error', 529],
]);

/** The status of an error of either client; undefined if the service did not answer. */
export function readErrorStatus(error: unknown): number | undefined {
  const status = number(at(error, 'status'));
  if (status !== undefined) return status;
  if (error instanceof SyntaxError) return 502;
  if (!isObject(at(error, 'error'))) return undefined;
  const code = Number(at(error, 'code'));
  return STATUS_OF_TYPE.get(text(at(error, 'type')) ?? '') ?? (code >= 400 && code < 600 ? code : 500);
}

// the service's own message, else the innermost cause
function describe(error: unknown): string {
  const said = text(at(error, 'error', 'error', 'message')) ?? text(at(error, 'error', 'message'));
  if (said !== undefined) return said;
  let innermost = error;
  for (let depth = 0; depth < 5 && at(innermost, 'cause') !== undefined; depth++) innermost = at(innermost, 'cause');
  const message = innermost instanceof Error ? innermost.message : String(innermost);
  return message || text(at(innermost, 'code')) || 'no reason given';
}

function readRetryAfter(error: unknown, now: () => number): number | null {
  const headers = at(error, 'headers');
  if (!(headers instanceof Headers)) return null;
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers.get('retry-after') ?? '';
  const seconds = Number.parseFloat(value);
  if (/^[\d.]+$/.test(value.trim()) && seconds >= 0) return seconds * 1000;
  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.max(0, until - now());
}
