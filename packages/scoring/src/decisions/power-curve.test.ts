import { type Thresholds, Verdict, VerdictInput } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { score } from '../registry.ts';
import { computePowerCurve, describePower } from './power-curve.ts';

const NOISY = [0.4, 0.9, 0.6, 0.8];

function curveOf(baseline: readonly number[], candidate: readonly number[], thresholds: Partial<Thresholds> = {}) {
  const runs = (composites: readonly number[]) =>
    ['a', 'b'].flatMap((task_id) =>
      composites.map((composite) => ({ task_id, composite, checks: { passed: 1, total: 1 } })),
    );
  const input = VerdictInput.parse({ baseline: runs(baseline), candidate: runs(candidate), thresholds });
  const side = (composites: readonly number[]) => ({ run_ids: composites.map(String), cost_usd: 0.38 }) as never;
  const tasks = ['a', 'b'].map(() => ({ baseline: side(baseline), candidate: side(candidate) }) as never);
  const verdict = Verdict.parse(score('verdict', input));
  return { verdict, curve: computePowerCurve({ input, verdict, tasks, looks: null }) };
}

test('smaller differences need more runs, at the mean cost of a run', () => {
  const { verdict, curve } = curveOf(NOISY, NOISY);
  expect(curve.map(({ difference }) => difference)).toEqual([0.2, 0.15, 0.1, 0.05]);
  expect(curve).toEqual(curve.toSorted((a, b) => a.runs - b.runs));
  for (const { runs, cost_usd } of curve) expect(cost_usd).toBeCloseTo(0.38 * runs, 6);
  // the point that decides agrees with the verdict: two tasks, two sides, four runs each
  expect(curve.at(-1)?.runs).toBe(4 * ((verdict.runs_needed ?? 0) - 4));
});

test('runs that suffice need no more', () => {
  const quiet = [0.8, 0.801, 0.802, 0.803];
  expect(curveOf(quiet, quiet).curve.map(({ runs }) => runs)).toEqual([0, 0, 0, 0]);
});

test('runs without noise that are too few for any proof need more', () => {
  const { curve } = curveOf([0.8, 0.8], [0.8]);
  expect(curve.every(({ runs }) => runs > 0)).toBe(true);
});

test('a verdict with enough runs needs no more for its own difference, whatever its thresholds', () => {
  const quiet = [0.79, 0.8, 0.81, 0.82];
  const thresholds = { min_composite_gain: 0.04, regression_composite_drop: 0.05 };
  const { verdict, curve } = curveOf(quiet, quiet, thresholds);
  expect(verdict.underpowered).toBe(false);
  expect(curve.map(({ runs }) => runs)).toEqual([0, 0, 0, 0]);
});

test('without repeats nothing is known', () => {
  expect(curveOf([0.5], [0.9]).curve).toEqual([]);
});

test('never asks for fewer runs to see a smaller difference', () => {
  const composites = fc.array(
    fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10),
    { minLength: 1, maxLength: 6 },
  );
  const threshold = fc.constantFrom(0, 0.01, 0.04, 0.05, 0.09, 0.1, 0.2);
  fc.assert(
    fc.property(composites, composites, threshold, threshold, (baseline, candidate, gain, drop) => {
      const thresholds = { min_composite_gain: gain, regression_composite_drop: drop };
      const runs = curveOf(baseline, candidate, thresholds).curve.map((point) => point.runs);
      expect(runs).toEqual(runs.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test.each([
  [{ difference: 0.1, runs: 24, cost_usd: 9.12 }, 'to see a difference of 10 points: 24 more runs, $9.12'],
  [{ difference: 0.05, runs: 1960, cost_usd: 1279.2 }, 'to see a difference of 5 points: 1,960 more runs, $1,279.20'],
  [{ difference: 0.05, runs: 1, cost_usd: null }, 'to see a difference of 5 points: 1 more run, cost unknown'],
  [{ difference: 0.075, runs: 0, cost_usd: 0 }, 'to see a difference of 7.5 points: enough runs'],
])('%j reads %s', (point, told) => {
  expect(describePower(point)).toBe(told);
});
