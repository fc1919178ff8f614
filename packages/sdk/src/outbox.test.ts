import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { RequestError } from './core/request-error.ts';
import { type Dropped, Outbox, type OutboxOptions, type QueuedEvaluation } from './outbox.ts';

const parcel = (event_id: string, bytes = 10): QueuedEvaluation => ({
  event_id,
  json: `{"event_id":"${event_id}"}`,
  bytes,
});
const idsOf = (parcels: readonly QueuedEvaluation[]) => parcels.map(({ event_id }) => event_id);

/** An outbox that records its deliveries and fails on demand. */
function openOutbox(options: Partial<OutboxOptions> & { fail?: (ids: string[], attempt: number) => unknown } = {}) {
  const { fail, ...rest } = options;
  const delivered: string[][] = [];
  const dropped: Dropped[] = [];
  let attempts = 0;
  const outbox = new Outbox({
    deliver: async (parcels) => {
      const ids = idsOf(parcels);
      const error = fail?.(ids, attempts++);
      if (error !== undefined) throw error;
      delivered.push(ids);
    },
    batchDelayMs: 3_600_000,
    batchSize: 4,
    batchBytes: 1000,
    maxQueued: 100,
    maxQueuedBytes: 100_000,
    exitTimeoutMs: 1_000,
    random: () => 0,
    onDrop: (news) => void dropped.push(news),
    ...rest,
  });
  return { outbox, delivered, dropped };
}

const add = (outbox: Outbox, count: number, from = 0) => {
  for (let i = from; i < from + count; i++) outbox.add(parcel(String(i)));
};
const names = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));
const unavailable = () => new RequestError('database_unavailable', 'down', { status: 503 });
const refused = (path?: string) => new RequestError('invalid_input', 'no', { status: 422, path });

test('batches added evaluations and sends them in order', async () => {
  const { outbox, delivered } = openOutbox();
  add(outbox, 3);
  expect(delivered).toEqual([]);
  add(outbox, 3, 3);
  expect(await outbox.flush({ timeoutMs: 60_000 })).toBe(0);
  expect(delivered.flat()).toEqual(names(6));
  expect([outbox.queued, outbox.sent, outbox.dropped]).toEqual([0, 6, 0]);
});

test('sends a full batch at once and a partial one after the delay', async () => {
  const { outbox, delivered } = openOutbox({ batchDelayMs: 1 });
  add(outbox, 4);
  await vi.waitFor(() => expect(delivered.flat()).toEqual(names(4)));
  add(outbox, 1, 4);
  await vi.waitFor(() => expect(delivered.flat()).toEqual(names(5)));
});

test('limits the bytes of a batch', async () => {
  const { outbox, delivered, dropped } = openOutbox({ batchBytes: 25 });
  add(outbox, 3);
  outbox.add(parcel('huge', 26));
  await outbox.flush({ timeoutMs: 60_000 });
  expect(delivered).toEqual([['0', '1'], ['2']]);
  expect(dropped).toEqual([{ reason: 'too_large', event_ids: ['huge'] }]);
});

test('resends a single evaluation alone and in order', async () => {
  const { outbox, delivered } = openOutbox({ batchSize: 10 });
  add(outbox, 2);
  outbox.add({ ...parcel('2'), alone: true });
  outbox.add({ ...parcel('3'), alone: true });
  add(outbox, 2, 4);
  await outbox.flush({ timeoutMs: 60_000 });
  expect(delivered).toEqual([['0', '1'], ['2'], ['3'], ['4', '5']]);
});

test('retries failed evaluations before newer ones', async () => {
  const { outbox, delivered } = openOutbox({ fail: (_, attempt) => (attempt < 2 ? unavailable() : undefined) });
  add(outbox, 6);
  await outbox.flush({ timeoutMs: 60_000 });
  expect(delivered.flat()).toEqual(names(6));
  expect(outbox.dropped).toBe(0);
});

test('drops the oldest and reports them when the queue is full', async () => {
  const { outbox, dropped } = openOutbox({ fail: unavailable, maxQueued: 5 });
  add(outbox, 8);
  await outbox.flush({ timeoutMs: 50 });
  expect([outbox.queued, outbox.dropped, outbox.sent]).toEqual([5, 3, 0]);
  expect(dropped.every(({ reason }) => reason === 'overflow')).toBe(true);
  await outbox.close({ timeoutMs: 0 });
  expect(outbox.queued).toBe(0);
  const lost = dropped.flatMap(({ event_ids }) => event_ids);
  expect(lost.toSorted()).toEqual(names(8));
  expect(dropped.at(-1)?.reason).toBe('closed');
});

test('limits the bytes of the queue', () => {
  const { outbox, dropped } = openOutbox({ maxQueuedBytes: 35 });
  add(outbox, 3);
  outbox.add(parcel('3', 30));
  expect(outbox.queued).toBe(1);
  expect(dropped.flatMap(({ event_ids }) => event_ids)).toEqual(['0', '1', '2']);
});

describe('drops only the rejected evaluation of a batch', () => {
  test.each([
    { what: 'the server names it', errorOf: (ids: string[]) => refused(`evaluations[${ids.indexOf('2')}].output`) },
    { what: 'the server does not name it', errorOf: () => refused() },
    { what: 'the named index does not exist', errorOf: () => refused('evaluations[99]') },
  ])('when $what', async ({ errorOf }) => {
    const { outbox, delivered, dropped } = openOutbox({
      batchSize: 10,
      fail: (ids) => (ids.includes('2') ? errorOf(ids) : undefined),
    });
    add(outbox, 9);
    await outbox.flush({ timeoutMs: 60_000 });
    expect(delivered.flat()).toEqual(names(9).filter((name) => name !== '2'));
    expect(dropped).toEqual([{ reason: 'refused', event_ids: ['2'], error: expect.any(RequestError) }]);
  });
});

test('waits as long as the server asks, unless flushed', async () => {
  const asks = new RequestError('rate_limited', 'slow down', { status: 429, retry_after_ms: 3_600_000 });
  const { outbox, delivered } = openOutbox({ fail: (_, attempt) => (attempt === 0 ? asks : undefined) });
  add(outbox, 1);
  expect(await outbox.flush({ timeoutMs: 200 })).toBe(1);
  expect(delivered).toEqual([]);
  expect(await outbox.flush({ timeoutMs: 60_000 })).toBe(0);
  expect(delivered).toEqual([['0']]);
});

test('a flush ends when its signal aborts', async () => {
  const { outbox } = openOutbox({ deliver: () => new Promise(() => undefined) });
  add(outbox, 1);
  const controller = new AbortController();
  const flushed = outbox.flush({ timeoutMs: 3_600_000, signal: controller.signal });
  controller.abort();
  expect(await flushed).toBe(1);
});

test('drops and reports evaluations added after close', async () => {
  const { outbox, dropped } = openOutbox();
  await outbox.close({ timeoutMs: 1_000 });
  add(outbox, 1);
  expect(dropped).toEqual([{ reason: 'closed', event_ids: ['0'] }]);
});

test('ignores errors thrown by callbacks', async () => {
  const { outbox } = openOutbox({
    maxQueued: 1,
    onDrop: () => Promise.reject(new Error('mine')),
    onError: () => {
      throw new Error('mine too');
    },
    fail: (_, attempt) => (attempt === 0 ? unavailable() : undefined),
  });
  add(outbox, 3);
  expect(await outbox.flush({ timeoutMs: 60_000 })).toBe(0);
  expect([outbox.sent, outbox.dropped]).toEqual([1, 2]);
});

test('a hidden page sends what fits, and does not resend what arrived', async () => {
  const { outbox, delivered } = openOutbox({ batchSize: 100, batchBytes: 1_000_000, maxQueuedBytes: 1_000_000 });
  for (const name of names(7)) outbox.add(parcel(name, 10_000));
  outbox.atHide();
  await vi.waitFor(() => expect(outbox.sent).toBe(6));
  await outbox.flush({ timeoutMs: 60_000 });
  expect(delivered).toEqual([names(6), ['6']]);
});

test('despite any errors, every evaluation arrives in order or is reported as lost, never both', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('flush' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide' as const) }) },
  );
  const faults = fc.infiniteStream(fc.constantFrom('ok', 'ok', 'down', 'lost_answer'));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), faults, fc.nat({ max: 3 }), async (steps, stream, bad) => {
      const arrived: string[] = [];
      const isBad = (name: string) => Number(name) % 7 === bad;
      const { outbox, dropped } = openOutbox({
        maxQueued: 12,
        deliver: async (parcels) => {
          await Promise.resolve();
          const fault = stream.next().value;
          if (fault === 'down') throw unavailable();
          if (parcels.some(({ event_id }) => isBad(event_id))) throw refused();
          // like the server: ignore known event ids
          for (const name of idsOf(parcels)) if (!arrived.includes(name)) arrived.push(name);
          if (fault === 'lost_answer') throw new RequestError('network_error', 'cut off');
        },
      });
      let added = 0;
      const flush = async () => {
        // each flush ends one wait
        while (outbox.queued > 0) await outbox.flush({ timeoutMs: 1 });
      };
      for (const { kind, ...rest } of steps) {
        if (kind === 'add') {
          add(outbox, (rest as { count: number }).count, added);
          added += (rest as { count: number }).count;
        } else if (kind === 'hide') outbox.atHide();
        else await flush();
      }
      await flush();
      const lost = dropped.flatMap(({ event_ids }) => event_ids);
      expect(outbox.sent + outbox.dropped).toBe(added);
      expect(new Set(lost).size).toBe(lost.length);
      // a lost answer hides whether it arrived, so an arrived evaluation may be reported as lost
      expect([...new Set([...arrived, ...lost])].toSorted()).toEqual(names(added).toSorted());
      expect(arrived.filter(isBad)).toEqual([]);
      const inOrder = arrived.map(Number);
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      await outbox.close({ timeoutMs: 0 });
    }),
    { numRuns: 100 },
  );
});
