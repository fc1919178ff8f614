import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { rateV1 } from './rate.v1.ts';

const rate = (input: unknown) => compute(rateV1, input);

test('a rate includes its trials, intervals, pass@k and pass^k', () => {
  const result = rate({
    tasks: [
      { passes: 2, n: 4 },
      { passes: 4, n: 4 },
    ],
    k: 2,
  });
  expect(result).toMatchObject({ n: 8, passes: 6, rate: 0.75, k: 2, excluded: [] });
  expect(result.pass_at_k).toBeCloseTo((5 / 6 + 1) / 2, 12);
  expect(result.pass_hat_k).toBeCloseTo((1 / 6 + 1) / 2, 12);
  expect(result.interval.low).toBeGreaterThan(0.4);
});

test('no trials give no rate, and exclusions are reported', () => {
  expect(rate({ tasks: [] })).toMatchObject({
    n: 0,
    rate: null,
    pass_at_k: null,
    interval: { low: 0, high: 1 },
    task_interval: null,
  });
  expect(
    rate({
      tasks: [
        { passes: 0, n: 0 },
        { passes: 1, n: 2 },
      ],
      k: 3,
    }),
  ).toMatchObject({
    rate: 0.5,
    pass_at_k: null,
    excluded: ['1 tasks without a trial', '1 tasks with fewer than 3 trials, from pass@k and pass^k'],
  });
});

test('rejects more passes than trials', () => {
  expect(() => rate({ tasks: [{ passes: 3, n: 2 }] })).toThrow(expect.objectContaining({ path: 'tasks[0].passes' }));
});
