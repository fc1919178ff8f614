import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId, RunId } from './ids.ts';

const entropy = fc.uint8Array({ minLength: 10, maxLength: 10 });
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('creates an id with its prefix and 26 characters that its schema accepts', () => {
  fc.assert(
    fc.property(time, entropy, (time_ms, bytes) => {
      const id = createId('run', { time_ms, entropy: bytes });
      return RunId.safeParse(id).success && id.length === 'run_'.length + 26;
    }),
  );
});

test('ids sort by creation time, whatever their entropy', () => {
  fc.assert(
    fc.property(time, time, entropy, entropy, (a, b, x, y) => {
      const [first, second] = [
        createId('task', { time_ms: a, entropy: x }),
        createId('task', { time_ms: b, entropy: y }),
      ];
      return a === b || a < b === first < second;
    }),
  );
});

test('different entropy gives different ids', () => {
  fc.assert(
    fc.property(entropy, entropy, (x, y) => {
      const same = Buffer.from(x).equals(Buffer.from(y));
      return same === (createId('evl', { time_ms: 1, entropy: x }) === createId('evl', { time_ms: 1, entropy: y }));
    }),
  );
});

test.each([
  { id: 'run_01arz3ndektsv4rrffq69g5fav', valid: true, why: 'a valid id' },
  { id: 'task_01arz3ndektsv4rrffq69g5fav', valid: false, why: 'the id of a task' },
  { id: 'run_01ARZ3NDEKTSV4RRFFQ69G5FAV', valid: false, why: 'in upper case' },
  { id: 'run_01arz3ndektsv4rrffq69g5fa', valid: false, why: 'one character short' },
  { id: 'run_01arz3ndektsv4rrffq69g5fau', valid: false, why: 'spelled with u, which is not in the alphabet' },
])('$id is accepted: $valid, because it is $why', ({ id, valid }) => {
  expect(RunId.safeParse(id).success).toBe(valid);
});

test('rejects an invalid time or entropy', () => {
  expect(() => createId('run', { time_ms: -1, entropy: new Uint8Array(10) })).toThrow(/time_ms/);
  expect(() => createId('run', { time_ms: 1.5, entropy: new Uint8Array(10) })).toThrow(/time_ms/);
  expect(() => createId('run', { time_ms: 1, entropy: new Uint8Array(9) })).toThrow(/entropy/);
});
