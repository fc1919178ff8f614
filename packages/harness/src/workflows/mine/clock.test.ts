import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start({ limit = 20, budget_ms }: { limit?: number; budget_ms?: number }) {
  const remarks: string[] = [];
  const events = { ...silent, remarked: (sentence: string) => void remarks.push(sentence) };
  const host = { now: () => Date.now(), entropy: () => new Uint8Array(), environment: {} };
  const user = new AbortController();
  return { clock: startClock({ limit, budget_ms, host, signal: user.signal, events }), remarks, user };
}
const silent = {
  started: () => undefined,
  progressed: () => undefined,
  mined: () => undefined,
  rejected: () => undefined,
};

test('after half a minute, it says what was found and what it will take', () => {
  const { clock, remarks } = start({ limit: 4 });
  clock.found(12, 100);
  clock.tried(6000, true);
  clock.tried(14_000, false);
  vi.advanceTimersByTime(29_000);
  expect(remarks).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(remarks).toEqual([
    'so far: 12 candidates in 100 commits, 2 tried, 1 proven. Each takes about 10 s; these take about 1 min more.',
  ]);
});

test('before the first attempt ends, it does not guess', () => {
  const { clock, remarks } = start({});
  clock.found(1, 1);
  vi.advanceTimersByTime(30_000);
  expect(remarks).toEqual([expect.stringMatching(/^so far: 1 candidate in 1 commit, 0 tried, 0 proven\. The first/)]);
});

test('the budget ends it, and no attempt starts that would not end in time', () => {
  const { clock } = start({ budget_ms: 60_000 });
  clock.checkTime();
  clock.tried(90_000, false);
  clock.tried(25_000, false);
  vi.advanceTimersByTime(30_000);
  expect(clock.checkTime).not.toThrow();
  vi.advanceTimersByTime(10_000);
  expect(clock.checkTime).toThrow();
  expect(clock.is_over()).toBe(true);
  expect(clock.signal.aborted).toBe(true);

  const cut = start({ budget_ms: 60_000 }).clock;
  vi.advanceTimersByTime(60_000);
  expect([cut.signal.aborted, cut.is_over()]).toEqual([true, true]);
});

test('a user who stops it is not the budget', () => {
  const { clock, user } = start({ budget_ms: 60_000 });
  user.abort();
  expect([clock.signal.aborted, clock.is_over()]).toEqual([true, false]);
  clock[Symbol.dispose]();
  vi.advanceTimersByTime(60_000);
  expect(clock.is_over()).toBe(false);
});
