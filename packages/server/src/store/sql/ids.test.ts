import { randomBytes } from 'node:crypto';
import { createId, RunId } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStoreId, idColumn, toUuid } from './ids.ts';

const column = idColumn('run', RunId);

test('converts ids to uuids and back without loss', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.uint8Array({ minLength: 10, maxLength: 10 }), (time_ms, entropy) => {
      const id = createId('run', { time_ms: time_ms * 131_071, entropy });
      expect(column.parse(toUuid(id))).toBe(id);
    }),
  );
});

test('uuids sort like their ids', () => {
  const ids = [5, 4, 3, 2, 1].map((time_ms) => createId('run', { time_ms, entropy: randomBytes(10) }));
  expect(ids.toSorted().map(toUuid)).toEqual(ids.map(toUuid).toSorted());
});

test('the smallest and the largest id keep every bit', () => {
  expect(toUuid(`run_${'0'.repeat(26)}`)).toBe('00000000-0000-0000-0000-000000000000');
  expect(toUuid(`run_7${'z'.repeat(25)}`)).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
});

test.each([
  { id: `run_8${'0'.repeat(25)}`, why: 'more than 128 bits' },
  { id: 'run_0', why: 'too short' },
  { id: `run_${'0'.repeat(27)}`, why: 'too long' },
  { id: `run_${'u'.repeat(26)}`, why: 'a letter that is not in the alphabet' },
])('rejects an id that does not fit a uuid: $why', ({ id }) => {
  expect(() => toUuid(id)).toThrow('128 bits');
});

test('a new id starts with its time', () => {
  const time_ms = Date.UTC(2026, 10, 15);
  expect(createStoreId('run', time_ms).slice(0, 14)).toBe(
    createId('run', { time_ms, entropy: randomBytes(10) }).slice(0, 14),
  );
  expect(createStoreId('run', time_ms)).not.toBe(createStoreId('run', time_ms));
});
