import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookInLulls, MOST_PUT_OFF } from './look-in-lulls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Traffic of so many bytes in each millisecond, and when it was looked at. */
function watch() {
  const looks: { at: number; bytes: number }[] = [];
  const start = performance.now();
  let [waiting, looked] = [0, 0];
  let isResting = false;
  let wake = (): void => undefined;
  const looker = lookInLulls((onWoken) => {
    wake = onWoken;
    return {
      waiting: () => waiting,
      arrived: () => looked + waiting,
      look() {
        if (waiting > 0) looks.push({ at: performance.now() - start, bytes: waiting });
        looked += waiting;
        waiting = 0;
        return true;
      },
      rest() {
        isResting = waiting === 0;
        return isResting;
      },
    };
  });
  const pass = (bytes: number): void => {
    waiting += bytes;
    if (isResting) wake();
    isResting = false;
  };
  return {
    looks,
    looker,
    pass,
    async stream(bytes_per_ms: number, ms: number): Promise<void> {
      for (let i = 0; i < ms; i++) {
        pass(bytes_per_ms);
        await vi.advanceTimersByTimeAsync(1);
      }
    },
  };
}

test('a call is looked at in the lull after it', async () => {
  const { looks, pass } = watch();
  pass(200);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toEqual([{ at: expect.closeTo(20, -1), bytes: 200 }]);
});

test('where one follows the other all the time, each is looked at within half a second', async () => {
  const { looks, stream } = watch();
  await stream(100, 2_000);
  expect(looks.length).toBeGreaterThanOrEqual(3);
  for (const [index, { at }] of looks.entries()) expect(at - (looks[index - 1]?.at ?? 0)).toBeLessThan(560);
});

test('a rush is looked at when it is over', async () => {
  const { looks, stream } = watch();
  await stream(6_000, 3_000);
  expect(looks).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(looks).toEqual([{ at: expect.closeTo(3_020, -2), bytes: 18_000_000 }]);
});

test('a rush without end is looked at when too much waits', async () => {
  const { looks, stream } = watch();
  await stream(50_000, 1_000);
  expect(looks[0]?.bytes).toBeGreaterThan(MOST_PUT_OFF);
  expect(looks[0]?.bytes).toBeLessThan(MOST_PUT_OFF + 50_000 * 25);
});

test('whoever has to know at once looks at all of it', async () => {
  const { looks, looker, pass } = watch();
  pass(10);
  looker.finish();
  expect(looks).toEqual([{ at: 0, bytes: 10 }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toHaveLength(1);
});
