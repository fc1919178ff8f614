import { expect, test } from 'vitest';
import { workAtOnce } from './work-at-once.ts';

/** Items of a size each; the first `together` of them end only when all of those have begun. */
function openWork(sizes: readonly number[], together: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { begun: 0, most: 0, now: 0 };
  const work = async (): Promise<void> => {
    seen.begun += 1;
    seen.most = Math.max(seen.most, ++seen.now);
    if (seen.begun === together) resolve();
    await promise;
    seen.now -= 1;
  };
  const options = { at_once: 4, max_bytes: 100, sizeOf: (size: number) => size };
  return { seen, work, options, items: ReadableStream.from(sizes) };
}

test.each([
  { sizes: Array(20).fill(1), together: 4, why: 'four at a time' },
  { sizes: [60, 40, 1, 1, 1], together: 2, why: 'up to the bytes' },
  { sizes: [500, 500, 1], together: 1, why: 'a large one is alone' },
])('works on several items at once: $why', async ({ sizes, together }) => {
  const { seen, work, options, items } = openWork(sizes, together);
  await workAtOnce(items, { ...options, work });
  expect(seen.begun).toBe(sizes.length);
  expect(seen.most).toBeLessThanOrEqual(4);
  expect(seen.most).toBeGreaterThanOrEqual(together);
  expect(seen.now).toBe(0);
});

test('the first error is thrown when all others have ended, and nothing more begins', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const working = workAtOnce(ReadableStream.from([1, 2, 3, 4, 5]), {
    ...{ at_once: 2, max_bytes: 100, sizeOf: () => 1 },
    async work(item) {
      begun.push(item);
      if (item === 1) await promise;
      else throw new Error(`item ${item}`);
    },
  });
  await expect.poll(() => begun).toEqual([1, 2]);
  resolve();
  await expect(working).rejects.toThrow('item 2');
  expect(begun).toEqual([1, 2]);
});
