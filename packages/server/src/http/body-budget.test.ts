import { expect, test } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

test('an owner has half of the space, and all owners together have all of it', () => {
  const budget = createBodyBudget({ max_bytes: 100 });
  budget.take('a', 50);
  expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  budget.take('b', 40);
  expect(() => budget.requireRoom('c', 11)).toThrow(expect.objectContaining({ code: 'server_busy' }));
  budget.take('c', 10);
  budget.giveBack('a', 50);
  budget.take('d', 50);
  expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ cause: { retry_after_s: 5 } }));
});
