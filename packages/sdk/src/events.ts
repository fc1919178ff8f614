import { backoff } from './core/backoff.ts';
import type { Item } from './core/operations.ts';
import { pause } from './core/pause.ts';
import { readProblem } from './core/read-answer.ts';
import { RequestError } from './core/request-error.ts';
import type { Outgoing, Transport } from './core/send.ts';
import { createEventReader, type StreamEvent } from './event-stream.ts';

/** An event of the server: a run changed, or changes were dropped and lists must be read again. */
export type AssayEvent = {
  /** Pass as `last_event_id` to resume after this event. */
  readonly id: string;
} & ({ readonly event: 'run'; readonly data: Item<'listRuns'> } | { readonly event: 'resync'; readonly data: unknown });

export interface EventsOptions {
  /** Ends the stream, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Resume after this event. Default: only new events. */
  readonly last_event_id?: string | undefined;
  /** Reconnect after this time without any data, including keep-alive comments. Default: 60 s. */
  readonly idleTimeoutMs?: number | undefined;
  /** Only events of this workspace. */
  readonly workspace_id?: string | undefined;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_TURN_MS = 300_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Streams the events of the server. Reconnects and resumes after the last event seen. */
export async function* readEvents(
  transport: Transport,
  outgoing: Outgoing,
  { signal, last_event_id = '', idleTimeoutMs = IDLE_TIMEOUT_MS }: EventsOptions,
): AsyncGenerator<AssayEvent, void, undefined> {
  let id = last_event_id;
  let failures = 0;
  let usual_ms = 0;
  while (!signal?.aborted) {
    let asked_ms = 0;
    const end = new AbortController();
    const stop = () => end.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const reader = createEventReader(id);
      for await (const text of connect(transport, outgoing, { end, id, idleTimeoutMs })) {
        for (const event of reader.read(text)) {
          failures = 0;
          id = event.id;
          yield parse(event);
        }
        usual_ms = reader.retry_ms ?? usual_ms;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof Finished) return;
      if (error instanceof RequestError && !error.passing) throw error;
      if (error instanceof RangeError) throw new RequestError('malformed_answer', error.message, { cause: error });
      asked_ms = (error instanceof RequestError ? error.retry_after_ms : undefined) ?? 0;
    } finally {
      end.abort();
      signal?.removeEventListener('abort', stop);
    }
    failures++;
    const own = backoff({ failures, first_ms: FIRST_WAIT_MS, most_ms: LONGEST_WAIT_MS, random: transport.random });
    await pause(Math.min(Math.max(own, usual_ms, asked_ms), LONGEST_TURN_MS), signal).catch(() => undefined);
  }
}

/** The server ended the stream with status 204. */
class Finished extends Error {
  override readonly name = 'Finished';
}

interface Connection {
  readonly end: AbortController;
  readonly id: string;
  readonly idleTimeoutMs: number;
}

async function* connect(transport: Transport, { url, ...init }: Outgoing, { end, id, idleTimeoutMs }: Connection) {
  let timer = setTimeout(() => end.abort(), idleTimeoutMs);
  const stillAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), idleTimeoutMs);
  };
  try {
    const response = await transport.fetch(url, {
      ...init,
      headers: { ...init.headers, accept: 'text/event-stream', ...(id === '' ? {} : { 'last-event-id': id }) },
      redirect: 'manual',
      cache: 'no-store',
      signal: end.signal,
    } as RequestInit);
    if (response.status === 204) throw new Finished();
    const { status, headers } = response;
    if (!response.ok || !/^text\/event-stream\b/.test(headers.get('content-type') ?? '') || response.body === null) {
      throw readProblem({ status, headers, bytes: new Uint8Array(await response.arrayBuffer()) });
    }
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      stillAlive();
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
}

function parse({ id, event, data }: StreamEvent): AssayEvent {
  try {
    return { id, event, data: JSON.parse(data) } as AssayEvent;
  } catch {
    // pass on data that is not JSON as text
    return { id, event, data } as unknown as AssayEvent;
  }
}
