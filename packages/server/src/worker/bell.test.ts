import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

const LONG_MS = 600_000;

test('who waits is woken by a ring, long before the time is over', async () => {
  const bell = createBell();
  const waiting = bell.wait(LONG_MS);
  bell.ring();
  await expect(waiting).resolves.toBeUndefined();
});

test('a ring while nobody waits is not lost, and wakes one alone', async () => {
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

test('nobody waits for ever', async () => {
  await expect(createBell().wait(1)).resolves.toBeUndefined();
});
