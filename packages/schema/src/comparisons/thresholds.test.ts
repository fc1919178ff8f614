import { expect, test } from 'vitest';
import { Thresholds } from './thresholds.ts';

test('thresholds are accepted in camel case too', () => {
  const camel = { minCompositeGain: 0.02, regressionCompositeDrop: 0.1, objectiveDropIsRegression: false };
  const snake = { min_composite_gain: 0.02, regression_composite_drop: 0.1, objective_drop_is_regression: false };
  expect(Thresholds.parse(camel)).toEqual(snake);
  expect(Thresholds.parse(snake)).toEqual(snake);
  expect(Thresholds.parse({})).toMatchObject({ min_composite_gain: 0.01 });
});

test.each([{ minGain: 1 }, { min_composite_gain: 2 }, [[]], 'x'])('rejects %j', (given) => {
  expect(Thresholds.safeParse(given).success).toBe(false);
});
