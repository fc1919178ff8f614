import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function track() {
  const order: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    expect(++running).toBe(1);
    await setImmediate();
    running--;
    order.push(name);
    return name;
  };
  return { order, task };
}

test('owners take turns, and each keeps its own order', async () => {
  const inTurn = createFairQueue({ most_waiting: 10 });
  const { order, task } = track();
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => inTurn(name.charAt(0), task(name)));
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a task that fails, or throws at once, does not stop the others', async () => {
  const inTurn = createFairQueue({ most_waiting: 10 });
  const failed = inTurn('a', async () => {
    throw new Error('no');
  });
  const thrown = inTurn('a', () => {
    throw new Error('at once');
  });
  const next = inTurn('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await expect(thrown).rejects.toThrow('at once');
  expect(await next).toBe('yes');
  expect(await inTurn('b', async () => 'later')).toBe('later');
});

test('refuses an owner with too many waiting tasks, and only this one', async () => {
  const inTurn = createFairQueue({ most_waiting: 2 });
  const { task } = track();
  const asked = [1, 2, 3].map((n) => inTurn('a', task(`a${n}`)));
  await expect(inTurn('a', task('a4'))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await inTurn('b', task('b1'))).toBe('b1');
  await Promise.all(asked);
  expect(await inTurn('a', task('a5'))).toBe('a5');
});
