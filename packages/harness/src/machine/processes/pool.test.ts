import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachConcurrently } from './pool.ts';

test('processes every item once, in order, within the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 6 }),
      async (waits, concurrency) => {
        const items = waits.map((wait_ms, index) => ({ wait_ms, index }));
        const [started, ended]: [number[], number[]] = [[], []];
        let most = 0;
        await forEachConcurrently(items, concurrency, async ({ wait_ms, index }) => {
          started.push(index);
          most = Math.max(most, started.length - ended.length);
          if (wait_ms > 0) await sleep(wait_ms);
          ended.push(index);
        });
        expect(started).toEqual(items.map(({ index }) => index));
        expect(ended).toHaveLength(items.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        expect(most).toBeGreaterThanOrEqual(Math.min(1, items.length));
      },
    ),
    { numRuns: 30 },
  );
});

test('after an error, starts no more items and waits for running ones', async () => {
  const [started, ended]: [number[], number[]] = [[], []];
  const all = forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    started.push(item);
    if (item === 1) throw new Error('broken');
    await sleep(20);
    ended.push(item);
  });
  await expect(all).rejects.toThrow('broken');
  expect(started).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});

test('rethrows a synchronous error', async () => {
  const action = (): Promise<void> => {
    throw new Error('broken');
  };
  await expect(forEachConcurrently([1], 1, action)).rejects.toThrow('broken');
});
