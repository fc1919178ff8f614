import { expect, test } from 'vitest';
import { createBodyBudget, shareBodyBudget } from './body-budget.ts';

test('an owner has half of the space, and all owners together have all of it', () => {
  const budget = createBodyBudget({ max_bytes: 100 });
  budget.take('a', 50);
  expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  budget.take('b', 40);
  expect([budget.hasRoom('a', 1), budget.hasRoom('c', 10), budget.hasRoom('c', 11)]).toEqual([false, true, false]);
  expect(() => budget.requireRoom('c', 11)).toThrow(expect.objectContaining({ code: 'server_busy' }));
  budget.take('c', 10);
  budget.giveBack('a', 50);
  budget.take('d', 50);
  expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ cause: { retry_after_s: 5 } }));
});

test.each([
  { processes: 1, max_bytes: 2_000 },
  { processes: 4, max_bytes: 500 },
  { processes: 64, max_bytes: 128 },
])('each of $processes processes has room for the largest body', ({ processes, max_bytes }) => {
  const share = shareBodyBudget({ max_bytes: 2_000, processes, largest_body_bytes: 64 });
  expect(share).toEqual({ max_bytes });
  createBodyBudget(share).requireRoom('a', 64);
});
