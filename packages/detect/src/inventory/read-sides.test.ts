import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { type FileSide, readSide } from './read-side.ts';
import { readSides } from './read-sides.ts';

const makeSide = (index: number, lines: number): FileSide => ({
  path: `tests/test_${index}.py`,
  is_test_file: true,
  content: Buffer.from(
    Array.from({ length: lines }, (_, line) => `def test_${line}():\n    assert add(${index}, ${line}) == 7\n`).join(
      '',
    ),
  ),
});

/** Reads files together, with their progress, and one by one. */
async function readAll(sides: readonly FileSide[]) {
  const told: number[] = [];
  const readings = await readSides(sides, (done) => told.push(done));
  return { readings, told, alone: await Promise.all(sides.map(readSide)) };
}

test('reads a few files in order', async () => {
  const { readings, told, alone } = await readAll([makeSide(1, 1), makeSide(2, 2), makeSide(3, 3)]);
  expect(readings).toEqual(alone);
  expect(told).toEqual([1, 2, 3]);
});

test.skipIf(availableParallelism() < 2)(
  'reads many files on threads with the same result',
  async () => {
    const sides = Array.from({ length: 60 }, (_, index) => makeSide(index, index === 7 ? 200 : 5));
    const none = { path: 'tests/data.json', is_test_file: true, content: Buffer.from('{}') };
    const large = {
      path: 'tests/test_large.py',
      is_test_file: true,
      content: Buffer.alloc(6 * 1024 * 1024, 'x = 1\n'),
    };
    const { readings, told, alone } = await readAll([none, ...sides, large]);
    expect(readings).toEqual(alone);
    expect(readings[0]).toBeNull();
    expect(readings.at(-1)).toEqual({ reason: 'it is larger than 5 MiB' });
    expect(told).toEqual(Array.from({ length: 62 }, (_, index) => index + 1));
  },
  60_000,
);
