import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followTrails } from './follow-trails.ts';
import type { Side } from './thread-messages.ts';
import { ASLEEP, createTrail, createTrailState, LOOKS, MOST_WAITING, type TrailMessage, WAITING } from './trail.ts';

function open() {
  const state = createTrailState();
  const ways = { client: new MessageChannel(), server: new MessageChannel() };
  const posted: TrailMessage[] = [];
  const seen: { side: Side; text: string; at: number; missed: number }[] = [];
  let now = 0;
  const leave = (side: Side) =>
    createTrail({
      state,
      post: (message) => {
        posted.push(message);
        ways[side].port1.postMessage(message);
      },
      now: () => now++,
      isPatient: false,
    });
  const trails = { client: leave('client'), server: leave('server') };
  const follower = followTrails({
    state,
    ports: { client: ways.client.port2, server: ways.server.port2 },
    onRecord: ({ side, bytes, at, missed }) => seen.push({ side, text: bytes.toString('latin1'), at, missed }),
    onWoken: () => undefined,
  });
  return {
    state,
    posted,
    seen,
    trails,
    follower,
    [Symbol.dispose]: () => {
      for (const { port1 } of Object.values(ways)) port1.close();
    },
  };
}

test('whatever goes by is found as it came and in its order, whenever one looks', () => {
  const step = fc.oneof(
    fc.record({ side: fc.constantFrom<Side>('client', 'server'), length: fc.nat(3_000), fill: fc.nat(255) }),
    fc.record({ side: fc.constantFrom<Side>('client', 'server'), length: fc.nat(2_500_000), fill: fc.nat(255) }),
    fc.constant('look' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      using conversation = open();
      const { trails, follower, seen } = conversation;
      const expected: { side: Side; text: string; at: number; missed: number }[] = [];
      for (const one of steps) {
        if (one === 'look') follower.look(Number.POSITIVE_INFINITY);
        else {
          const bytes = Buffer.alloc(one.length, one.fill);
          trails[one.side].record(bytes);
          expected.push({ side: one.side, text: bytes.toString('latin1'), at: expected.length, missed: 0 });
        }
      }
      expect(follower.look(Number.POSITIVE_INFINITY)).toBe(true);
      expect(seen).toEqual(expected);
      expect(follower.waiting()).toBe(0);
      expect(follower.arrived()).toBe(expected.reduce((sum, { text }) => sum + text.length, 0));
    }),
    { numRuns: 60 },
  );
});

test('one that rests is woken once; one that is awake is left alone', () => {
  using conversation = open();
  const { trails, follower, posted } = conversation;
  const say = (side: Side) => {
    trails[side].record(Buffer.from('x'));
    trails[side].wake();
  };
  say('client');
  expect(posted).toHaveLength(1);
  expect(follower.rest(), 'there is something to look at').toBe(false);
  follower.look(Number.POSITIVE_INFINITY);
  expect(follower.rest()).toBe(true);
  say('client');
  say('client');
  expect(posted.slice(1)).toEqual([null]);
});

test('what has no room goes by and is counted, until half of it was looked at', () => {
  using conversation = open();
  const { trails, follower, seen, state } = conversation;
  const large = Buffer.alloc(MOST_WAITING + 1);
  trails.server.record(large);
  trails.server.record(Buffer.from('lost'));
  Atomics.sub(state, WAITING, MOST_WAITING / 4);
  trails.server.record(Buffer.from('lost too'));
  Atomics.add(state, WAITING, MOST_WAITING / 4);
  follower.look(Number.POSITIVE_INFINITY);
  trails.server.record(Buffer.from('seen'));
  follower.look(Number.POSITIVE_INFINITY);
  expect(seen.slice(1)).toEqual([{ side: 'server', text: 'seen', at: 1, missed: 12 }]);
});

test('one that is patient waits for room while somebody looks, and not for one that does not', async () => {
  const state = createTrailState();
  const trail = createTrail({ state, post: () => undefined, now: () => 0, isPatient: true });
  trail.record(Buffer.alloc(MOST_WAITING + 1));
  // looks at half of it in a while
  const looker = new Worker(
    `const { state, index, bytes, looks } = require('node:worker_threads').workerData;
     setTimeout(() => {
       Atomics.sub(state, index, bytes);
       Atomics.add(state, looks, 1);
       Atomics.notify(state, looks);
     }, 100);`,
    { eval: true, workerData: { state, index: WAITING, bytes: MOST_WAITING / 2, looks: LOOKS } },
  );
  await once(looker, 'online');
  trail.record(Buffer.alloc(10));
  expect(Atomics.load(state, WAITING)).toBe(MOST_WAITING / 2 + 11);
  trail.record(Buffer.alloc(MOST_WAITING));
  const waiting = Atomics.load(state, WAITING);
  trail.record(Buffer.alloc(10));
  expect(Atomics.load(state, WAITING), 'nobody looks any more').toBe(waiting);
  await looker.terminate();
});

test('what was missed last is told at the end', () => {
  using conversation = open();
  const { trails, follower, seen } = conversation;
  trails.client.record(Buffer.alloc(MOST_WAITING + 1));
  trails.client.record(Buffer.from('lost'));
  trails.client.close();
  trails.server.close();
  follower.look(Number.POSITIVE_INFINITY);
  expect(seen.slice(1)).toEqual([{ side: 'client', text: '', at: 1, missed: 4 }]);
  expect(Atomics.load(conversation.state, ASLEEP)).toBe(0);
});
