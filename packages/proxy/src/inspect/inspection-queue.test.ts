import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInspectionQueue } from './inspection-queue.ts';
import type { ToWorker } from './worker-messages.ts';

const create = (most_bytes = 100) => {
  const posted: ToWorker[] = [];
  const queue = createInspectionQueue({ most_bytes, post: (message) => posted.push(message), now: () => 7 });
  const push = (side: 'client' | 'server', text: string) => queue.push(side, Buffer.from(text));
  return { queue, posted, push };
};
const line = (length: number): string => `${'x'.repeat(length - 1)}\n`;

test('traffic is posted as a copy, with the messages that end in it', () => {
  const { queue, posted } = create();
  const shared = Buffer.from('{"a":1}\n{"b":2}\n{"c"');
  queue.push('client', shared);
  shared.fill(0);
  expect(posted).toEqual([
    {
      kind: 'traffic',
      side: 'client',
      bytes: new Uint8Array(Buffer.from('{"a":1}\n{"b":2}\n{"c"')),
      messages: 2,
      at: 7,
    },
  ]);
  expect(queue.waiting()).toEqual({ bytes: 20, messages: 2 });
});

test('when too much waits, both sides are skipped and counted until half of the room is free', () => {
  const { queue, posted, push } = create();
  push('client', line(60));
  push('client', line(60));
  push('server', line(30));
  push('client', `${line(10)}half`);
  queue.release({ bytes: 60, messages: 1 });
  // 60 of 100 still wait
  push('server', line(30));
  expect(posted).toHaveLength(2);
  queue.release({ bytes: 60, messages: 1 });
  push('server', line(10));
  expect(posted.slice(2)).toMatchObject([
    {
      kind: 'skipped',
      skipped: {
        client: { bytes: 14, messages: 1, is_cut: true },
        server: { bytes: 60, messages: 2, is_cut: false },
      },
    },
    { kind: 'traffic', side: 'server' },
  ]);
});

test('one chunk above the limit is posted', () => {
  const { posted, push } = create();
  push('server', line(500));
  expect(posted).toMatchObject([{ kind: 'traffic', messages: 1 }]);
});

test('posts the last skipped traffic at the end', () => {
  const { queue, posted, push } = create();
  push('client', line(200));
  push('client', line(5));
  queue.close();
  expect(posted.at(-1)).toMatchObject({ kind: 'skipped', skipped: { client: { bytes: 5, messages: 1 } } });
});

test('when the worker is gone, everything it did not inspect is counted once', () => {
  const { queue, posted, push } = create();
  push('client', line(20));
  queue.abandon();
  push('server', line(30));
  expect(posted).toHaveLength(1);
  expect(queue.takeUninspected()).toEqual({ bytes: 50, messages: 2 });
  expect(queue.takeUninspected()).toEqual({ bytes: 0, messages: 0 });
});

test('every byte is either posted or counted as skipped, and the queue stays within its limit', () => {
  const step = fc.oneof(
    fc.record({ side: fc.constantFrom('client' as const, 'server' as const), size: fc.integer({ min: 1, max: 80 }) }),
    fc.constant('inspect' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { queue, posted, push } = create();
      const waiting: number[] = [];
      let pushed = 0;
      for (const one of steps) {
        if (one === 'inspect') {
          const bytes = waiting.shift();
          if (bytes !== undefined) queue.release({ bytes, messages: 1 });
          continue;
        }
        const before = posted.length;
        push(one.side, line(one.size));
        pushed += one.size;
        if (posted.slice(before).some(({ kind }) => kind === 'traffic')) waiting.push(one.size);
        expect(queue.waiting().bytes).toBeLessThanOrEqual(180);
      }
      queue.close();
      const seen = posted.map((message) => {
        if (message.kind === 'traffic') return message.bytes.length;
        return message.kind === 'skipped' ? message.skipped.client.bytes + message.skipped.server.bytes : 0;
      });
      expect(seen.reduce((all, bytes) => all + bytes, 0)).toBe(pushed);
    }),
  );
});
