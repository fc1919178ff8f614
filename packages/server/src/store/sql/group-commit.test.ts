import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function record({ lanes = 1, batch_size = 100 }: { lanes?: number; batch_size?: number }) {
  const batches: (readonly number[])[] = [];
  const gate = { open: Promise.resolve() as Promise<void> };
  const group = createGroupCommit<number, number>({
    lanes,
    batch_size,
    nameOf: (item) => String(item % 10),
    async commit(items) {
      batches.push(items);
      await gate.open;
      if (items.includes(13)) throw new Error('unlucky');
      return items.map((item) => item * 2);
    },
  });
  return { batches, gate, group };
}

test('commits items that arrive together as one batch, each with its own result', async () => {
  const { group, batches } = record({});
  expect(await Promise.all([1, 2, 3].map((item) => group.submit(item)))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('items that arrive during a commit form the next batch', async () => {
  const { group, batches, gate } = record({});
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  const first = group.submit(1);
  await expect.poll(() => batches).toEqual([[1]]);
  const others = [2, 3].map((item) => group.submit(item));
  resolve();
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a batch never exceeds its maximum size', async () => {
  const { group, batches } = record({ batch_size: 2 });
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.submit(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('items of a failed batch are tried alone, so that none fails because of another', async () => {
  const { group, batches } = record({ batch_size: 2 });
  const results = await Promise.allSettled([13, 1, 2].map((item) => group.submit(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(batches).toEqual([[13, 1], [13], [1], [2]]);
  expect(await group.submit(4)).toBe(8);
});

test('items with the same name keep their order for any number of lanes', async () => {
  const { group, batches } = record({ lanes: 4, batch_size: 3 });
  const items = Array.from({ length: 200 }, (_, index) => index).filter((item) => item !== 13);
  await Promise.all(items.map((item) => group.submit(item)));
  const committed = batches.flat();
  for (let name = 0; name < 10; name++) {
    expect(committed.filter((item) => item % 10 === name)).toEqual(items.filter((item) => item % 10 === name));
  }
});

test('idle waits for all submitted items', async () => {
  const { group, batches } = record({ lanes: 3, batch_size: 1 });
  const all = [1, 2, 3, 4, 5].map((item) => group.submit(item));
  await group.idle();
  expect(batches).toHaveLength(5);
  await Promise.all(all);
});

test('a database that cannot be reached is not asked once per item', async () => {
  let asked = 0;
  const group = createGroupCommit<number, number>({
    lanes: 1,
    batch_size: 10,
    nameOf: String,
    async commit() {
      asked++;
      throw new AssayError('database_unavailable', 'gone');
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
});
