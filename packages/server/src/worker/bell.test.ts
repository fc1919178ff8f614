import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

const LONG_MS = 600_000;

test('a ring ends the wait early', async () => {
  const bell = createBell();
  const waiting = bell.wait(LONG_MS);
  bell.ring();
  await expect(waiting).resolves.toBeUndefined();
});

test('a ring while nobody waits is kept and wakes one waiter', async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.wait(LONG_MS);
  const woken: string[] = [];
  const waiting = bell.wait(LONG_MS).then(() => woken.push('by the second ring'));
  await Promise.resolve();
  expect(woken).toEqual([]);
  bell.ring();
  await waiting;
});

test('waiting ends after the timeout', async () => {
  await expect(createBell().wait(1)).resolves.toBeUndefined();
});
