import type { Connection } from './core/call.ts';
import { createKey } from './core/create-key.ts';
import { RequestError } from './core/request-error.ts';
import type { Dropped } from './outbox.ts';

export interface AssayOptions {
  /** Where the server is: `https://assay.example.com`. */
  readonly baseUrl: string;
  /** `assay_sk_…`; not needed for what everybody may read. */
  readonly apiKey?: string;
  /** How long one try may take; 10 s unless told. */
  readonly timeoutMs?: number;
  /** How often a request is made again that met trouble on the way; 3 times unless told. */
  readonly retries?: number;
  /** How long a recorded evaluation may wait for others to travel with; 1 s unless told. */
  readonly batchDelayMs?: number;
  /** How many recorded evaluations travel together at most; 200 unless told, 1,000 at most. */
  readonly batchSize?: number;
  /** How many are kept while the server cannot be reached; 10,000 unless told. The oldest are dropped first. */
  readonly maxQueued?: number;
  /** How many bytes of them; 16 MiB unless told. */
  readonly maxQueuedBytes?: number;
  /** How long the end of a process is held up for what is still queued; 5 s unless told. */
  readonly exitTimeoutMs?: number;
  /** Told of every recorded evaluation that is lost. */
  readonly onDrop?: (dropped: Dropped) => unknown;
  /** Told of trouble in the background, where there is nobody to throw it at. */
  readonly onError?: (error: unknown) => unknown;
  /** How requests are made; the `fetch` of the surroundings unless told. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Options with everything decided. */
export interface Settings extends Connection, Required<Omit<AssayOptions, 'apiKey' | 'onDrop' | 'onError'>> {
  readonly onDrop: AssayOptions['onDrop'];
  readonly onError: AssayOptions['onError'];
}

const LARGEST_BATCH = 1_000;
const LARGEST_NUMBER = 2 ** 31 - 1;

export function readOptions(options: AssayOptions): Settings {
  const { apiKey } = options;
  // the key itself is no part of any message
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw usage('apiKey', 'visible ASCII characters without spaces', `${apiKey.length} characters that are not`);
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
    // called without an owner, as browsers ask for, and late, so that it may be replaced
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isPlain || url.search !== '' || url.hash !== '') {
    throw usage('baseUrl', 'an http or https address without a user, a query or a fragment', 'something else');
  }
  return url.href.replace(/\/+$/, '');
}

const usage = (name: string, expected: string, found: string) =>
  new RequestError('usage', `Expected \`${name}\` to be ${expected}, got ${found}`, { path: name });
