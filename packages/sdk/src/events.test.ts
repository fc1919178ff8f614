import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Behavior, openFaultServer, problem } from '../test/fault-server.ts';
import { Assay } from './assay.ts';
import type { AssayEvent } from './events.ts';

const stream =
  (text: string, { end = true } = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text);
    if (end) response.end();
  };

const event = (id: number) => `id: ${id}\nevent: run\ndata: {"n":${id}}\n\n`;

async function read(behaviors: readonly Behavior[], count: number) {
  await using server = await openFaultServer((_, index) => behaviors[index] ?? { status: 204 });
  const assay = new Assay({ baseUrl: server.url, apiKey: 'assay_sk_x' });
  const events: AssayEvent[] = [];
  let error: unknown;
  try {
    for await (const one of assay.events()) {
      events.push(one);
      if (events.length === count) break;
    }
  } catch (reason) {
    error = reason;
  }
  return { events, error, received: [...server.received] };
}

test('yields events in order and ends when the server ends the stream', async () => {
  const { events, received, error } = await read([stream(event(1) + event(2))], 9);
  expect(error).toBeUndefined();
  expect(events).toEqual([
    { id: '1', event: 'run', data: { n: 1 } },
    { id: '2', event: 'run', data: { n: 2 } },
  ]);
  expect(received[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer assay_sk_x' });
  expect(received[1]?.headers['last-event-id']).toBe('2');
});

test.each<{ what: string; trouble: Behavior }>([
  { what: 'a broken connection', trouble: 'drop' },
  { what: 'a server restart', trouble: problem(503, 'database_unavailable') },
  { what: 'a stream cut off inside an event', trouble: stream('id: 9\nevent: run\ndata: {"n"') },
])('resumes after the last event: $what', async ({ trouble }) => {
  const { events, received } = await read([stream(event(1)), trouble, stream(event(2))], 2);
  expect(events.map(({ id }) => id)).toEqual(['1', '2']);
  expect(received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '1']);
});

test('reconnects after the idle timeout', async () => {
  await using server = await openFaultServer(({ headers }) =>
    stream(event(headers['last-event-id'] === undefined ? 1 : 2), { end: false }),
  );
  const ids: string[] = [];
  for await (const { id } of new Assay({ baseUrl: server.url }).events({ idleTimeoutMs: 1_000 })) {
    ids.push(id);
    if (id === '2') break;
  }
  expect(ids).toEqual(['1', '2']);
});

test.each<{ what: string; trouble: Behavior; code: string }>([
  { what: 'an invalid key', trouble: problem(401, 'unauthorized'), code: 'unauthorized' },
  {
    what: 'an HTML page',
    trouble: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' },
    code: 'malformed_answer',
  },
])('throws for $what', async ({ trouble, code }) => {
  const { error, received } = await read([trouble], 1);
  expect(error).toMatchObject({ code });
  expect(received).toHaveLength(1);
});

test('a signal or a break ends the stream without an error', async () => {
  const closed: Promise<void>[] = [];
  await using server = await openFaultServer(() => (response: ServerResponse) => {
    closed.push(new Promise((resolve) => response.on('close', () => resolve())));
    stream(event(1), { end: false })(response);
  });
  const assay = new Assay({ baseUrl: server.url });
  const controller = new AbortController();
  const ids: string[] = [];
  for await (const { id } of assay.events({ signal: controller.signal })) {
    ids.push(id);
    controller.abort();
  }
  for await (const { id } of assay.events({ last_event_id: '0' })) {
    ids.push(id);
    break;
  }
  expect(ids).toEqual(['1', '1']);
  // the connections are closed
  await Promise.all(closed);
  expect(closed).toHaveLength(2);
  expect(server.received[1]?.headers['last-event-id']).toBe('0');
});
