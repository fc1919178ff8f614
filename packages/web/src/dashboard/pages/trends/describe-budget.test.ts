import { expect, test } from 'vitest';
import { describeBudget } from './describe-budget.ts';

test.each([
  [null, '0% of $200.00 used', undefined],
  [159_000_000, '80% of $200.00 used', undefined],
  [164_000_000, '82% of $200.00 used', 'warn'],
  [200_000_000, '100% of $200.00 used', 'bad'],
] as const)('%o is %s', (cost, sentence, tone) => {
  expect(describeBudget(cost, 200_000_000)).toEqual({ sentence, tone });
});

test('says nothing without a budget', () => {
  expect(describeBudget(5, null)).toBeNull();
});
