import { backoff } from './backoff.ts';
import { pause } from './pause.ts';
import { type Answered, readProblem } from './read-answer.ts';
import { RequestError } from './request-error.ts';

/** A request as it goes out: the same bytes and the same key each time. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Blob | undefined;
  /** May outlive the page that sends it. */
  readonly keepalive?: boolean;
}

/** How requests are made. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  /** For one try, not for all of them. */
  readonly timeoutMs: number;
  /** How often a request is made again that met trouble on the way. */
  readonly retries: number;
  readonly random: () => number;
}

/** Ends the request, its retries and its waits. */
interface SendOptions {
  readonly signal?: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
// a caller that waits for an answer does not wait longer than this for its turn
const LONGEST_TURN_MS = 60_000;

/** Sends until there is a good answer or no hope of one. Throws the reason of the signal, or a `RequestError`. */
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

/** One try; trouble is a value, an end that the caller asked for is thrown. */
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
    // a redirect is no answer of Assay: a key goes where its owner sent it, and nowhere else
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
      ? new RequestError('timed_out', `${where} was not answered within ${transport.timeoutMs} ms`, { cause })
      : new RequestError('network_error', `${where} could not be sent or its answer was cut off`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
