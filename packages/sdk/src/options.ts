import type { Connection } from './core/call.ts';
import { createKey } from './core/create-key.ts';
import { RequestError } from './core/request-error.ts';
import type { Dropped } from './outbox.ts';

export interface AssayOptions {
  /** URL of the server, such as `https://assay.example.com`. */
  readonly baseUrl: string;
  /** `assay_sk_…`; not needed for public data. */
  readonly apiKey?: string;
  /** Timeout per try. Default: 10 s. */
  readonly timeoutMs?: number;
  /** Number of retries after transport errors. Default: 3. */
  readonly retries?: number;
  /** How long a recorded evaluation waits to be sent in a batch. Default: 1 s. */
  readonly batchDelayMs?: number;
  /** Maximum evaluations per batch. Default: 200; up to 1,000. */
  readonly batchSize?: number;
  /** Maximum queued evaluations while the server is unreachable. Default: 10,000. The oldest are dropped first. */
  readonly maxQueued?: number;
  /** Maximum bytes of queued evaluations. Default: 16 MiB. */
  readonly maxQueuedBytes?: number;
  /** How long to delay the exit of the process to send the queue. Default: 5 s. */
  readonly exitTimeoutMs?: number;
  /** Called for recorded evaluations that are lost. */
  readonly onDrop?: (dropped: Dropped) => unknown;
  /** Called for errors in the background, which cannot be thrown. */
  readonly onError?: (error: unknown) => unknown;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Options with defaults filled in. */
export interface Settings extends Connection, Required<Omit<AssayOptions, 'apiKey' | 'onDrop' | 'onError'>> {
  readonly onDrop: AssayOptions['onDrop'];
  readonly onError: AssayOptions['onError'];
}

const LARGEST_BATCH = 1_000;
const LARGEST_NUMBER = 2 ** 31 - 1;

export function readOptions(options: AssayOptions): Settings {
  const { apiKey } = options;
  // messages never contain the key
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw usage('apiKey', 'visible ASCII characters without spaces', `other characters (length ${apiKey.length})`);
  }
  const whole = (name: keyof AssayOptions, fallback: number, [least, most]: readonly [number, number]): number => {
    const value = options[name] ?? fallback;
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw usage(name, `a whole number from ${least} to ${most}`, String(value));
  };
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    headers: ({ isRead, options: { idempotencyKey = createKey() } }) => ({
      'x-assay-source': 'sdk',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(isRead ? {} : { 'idempotency-key': idempotencyKey }),
    }),
    random: Math.random,
    timeoutMs: whole('timeoutMs', 10_000, [1, LARGEST_NUMBER]),
    retries: whole('retries', 3, [0, 100]),
    batchDelayMs: whole('batchDelayMs', 1_000, [0, LARGEST_NUMBER]),
    batchSize: whole('batchSize', 200, [1, LARGEST_BATCH]),
    maxQueued: whole('maxQueued', 10_000, [1, LARGEST_NUMBER]),
    maxQueuedBytes: whole('maxQueuedBytes', 16 * 1024 * 1024, [1, LARGEST_NUMBER]),
    exitTimeoutMs: whole('exitTimeoutMs', 5_000, [0, LARGEST_NUMBER]),
    onDrop: options.onDrop,
    onError: options.onError,
    // browsers require `fetch` to be called unbound; looked up late, so that it can be replaced
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isPlain || url.search !== '' || url.hash !== '') {
    throw usage('baseUrl', 'an http or https URL without user, query or fragment', 'something else');
  }
  return url.href.replace(/\/+$/, '');
}

const usage = (name: string, expected: string, found: string) =>
  new RequestError('usage', `Expected \`${name}\` to be ${expected}, got ${found}`, { path: name });
