import { backoff } from './backoff.ts';
import { pause } from './pause.ts';
import { type Answered, readProblem } from './read-answer.ts';
import { RequestError } from './request-error.ts';

/** An outgoing request; bytes and key are the same for every try. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Blob | undefined;
  /** Continues after the page is closed. */
  readonly keepalive?: boolean;
}

/** How to send requests. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  /** Per try. */
  readonly timeoutMs: number;
  /** Number of retries after transport errors. */
  readonly retries: number;
  readonly random: () => number;
}

interface SendOptions {
  /** Aborts the request, its retries and its waits. */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
// longest `Retry-After` that is honored; callers are waiting
const LONGEST_TURN_MS = 60_000;

/** Sends with retries. Throws a `RequestError`, or the reason of the signal. */
export async function send(transport: Transport, outgoing: Outgoing, options: SendOptions = {}): Promise<Answered> {
  for (let failures = 1; ; failures++) {
    const answered = await trySend(transport, outgoing, options);
    if (!(answered instanceof RequestError)) return answered;
    if (!answered.passing || failures > transport.retries) throw answered;
    const asked = answered.retry_after_ms ?? 0;
    if (asked > LONGEST_TURN_MS) throw answered;
    const own = backoff({
      failures,
      first_ms: FIRST_WAIT_MS,
      most_ms: LONGEST_WAIT_MS,
      random: transport.random,
    });
    await pause(Math.max(asked, own), options.signal);
  }
}

/** One try. Returns errors as values, but throws if the caller aborts. */
export async function trySend(
  transport: Transport,
  outgoing: Outgoing,
  { signal }: SendOptions = {},
): Promise<Answered | RequestError> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), transport.timeoutMs);
  const end = () => controller.abort();
  signal?.addEventListener('abort', end, { once: true });
  const { url, ...init } = outgoing;
  try {
    // redirects are not followed, so that the key is never sent to another host
    const response = await transport.fetch(url, {
      ...(init as RequestInit),
      redirect: 'manual',
      signal: controller.signal,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const answered = { status: response.status, headers: response.headers, bytes };
    return response.ok ? answered : readProblem(answered);
  } catch (cause) {
    signal?.throwIfAborted();
    const where = `${outgoing.method} ${url.split('?')[0]}`;
    return controller.signal.aborted
      ? new RequestError('timed_out', `${where}: no answer within ${transport.timeoutMs} ms`, { cause })
      : new RequestError(
          'network_error',
          `${where}: could not be sent, or the answer was cut off; check the network and \`baseUrl\``,
          { cause },
        );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
