import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { score } from '../registry.ts';
import { verdictV2 } from './verdict.v2.ts';

type Values = readonly (readonly number[])[];
const runs = (tasks: Values, checks: Values = []) =>
  tasks.flatMap((values, t) =>
    values.map((composite, i) => ({ task_id: `t${t}`, composite, checks: { passed: checks[t]?.[i] ?? 5, total: 5 } })),
  );
const verdict = (baseline: unknown[], candidate: unknown[], thresholds = {}) =>
  compute(verdictV2, { baseline, candidate, thresholds });

const tasks = (count: number, values: readonly number[]): Values => Array.from({ length: count }, () => values);
const steady = runs(tasks(3, [0.5, 0.52, 0.48]));

test.each([
  {
    base: steady,
    cand: runs(tasks(3, [0.7, 0.72, 0.71])),
    verdict: 'improved',
    why: 'clearly outside the noise on every task',
  },
  { base: steady, cand: steady, verdict: 'neutral', why: 'the same runs' },
  {
    base: steady,
    cand: runs(tasks(3, [0.51, 0.53, 0.49])),
    verdict: 'neutral',
    why: 'a gain within the noise',
  },
  {
    base: steady,
    cand: runs(tasks(3, [0.3, 0.32, 0.28])),
    verdict: 'regressed',
    why: 'the whole interval is below zero',
  },
  { base: steady, cand: runs(tasks(2, [0.9, 0.9, 0.9])), verdict: 'regressed', why: 'a task is missing' },
  {
    base: steady,
    cand: [...runs(tasks(2, [0.9, 0.9, 0.9])), { task_id: 't2', error: 'crash' }],
    verdict: 'regressed',
    why: 'a task errored in every run',
  },
  {
    base: steady,
    cand: [...runs(tasks(3, [0.9, 0.9, 0.9])), { task_id: 't2', error: 'crash' }],
    verdict: 'neutral',
    why: 'a task errored in one run: not proven, but no promotion',
  },
  {
    base: steady,
    cand: runs([
      [0.9, 0.9],
      [0.9, Number.NaN],
      [0.9, 0.9],
    ]),
    verdict: 'regressed',
    why: 'a value is not a number',
  },
  {
    base: runs(tasks(3, [0.5, 0.5, 0.5, 0.5]), tasks(3, [5, 5, 5, 5])),
    cand: runs(tasks(3, [0.5, 0.5, 0.5, 0.5]), tasks(3, [3, 4, 3, 3])),
    verdict: 'regressed',
    why: 'checks drop on every task although composites do not',
  },
])('$verdict: $why', ({ base, cand, verdict: expected }) => {
  const result = verdict(base, cand);
  expect(result.verdict).toBe(expected);
  expect(result.promote).toBe(expected === 'improved');
});

test('proves a collapse of one task among many gains with enough runs', () => {
  const base = runs(tasks(4, [0.5, 0.52, 0.48, 0.51, 0.49, 0.5, 0.53, 0.47]));
  const up = [0.8, 0.82, 0.81, 0.79, 0.8, 0.83, 0.78, 0.8];
  const down = [0.1, 0.12, 0.11, 0.09, 0.1, 0.13, 0.08, 0.1];
  const result = verdict(base, runs([up, up, up, down]));
  expect(result.verdict).toBe('regressed');
  expect(result.regressions).toContainEqual(
    expect.objectContaining({ task_id: 't3', kind: 'composite_drop', status: 'proven' }),
  );
  expect(result.deltas.map(({ is_regression }) => is_regression)).toEqual([false, false, false, true]);
});

test('a suspected drop blocks a promotion', () => {
  const base = runs(tasks(4, [0.5, 0.52, 0.48, 0.51]));
  const up = [0.9, 0.92, 0.91, 0.93];
  const result = verdict(base, runs([up, up, up, [0.3, 0.32, 0.31, 0.33]]));
  expect(result.regressions).toEqual([expect.objectContaining({ task_id: 't3', status: 'suspected' })]);
  expect(result).toMatchObject({ verdict: 'neutral', promote: false });
});

test('reports too few runs, and how many are needed', () => {
  const noisy = runs(tasks(3, [0.2, 0.8]));
  const result = verdict(noisy, noisy);
  expect(result).toMatchObject({ verdict: 'neutral', underpowered: true });
  expect(result.runs_needed).toBeGreaterThan(100);
});

test('a comparison that could have shown an effect is not underpowered', () => {
  const quiet = runs(tasks(10, [0.5, 0.501, 0.499, 0.5]));
  expect(verdict(quiet, quiet)).toMatchObject({ verdict: 'neutral', underpowered: false });
});

test('without a version, repeats are compared under version 3 and single runs under version 1', () => {
  const single = { baseline: runs([[0.5]]), candidate: runs([[0.6]]) };
  expect(score('verdict', single)).toMatchObject({ formula_version: '1' });
  expect(score('verdict', { baseline: steady, candidate: runs(tasks(3, [0.6])) })).toMatchObject({
    formula_version: '3',
  });
  expect(score('verdict@2', single)).toMatchObject({ formula_version: '2', verdict: 'neutral', underpowered: true });
});

test('removed checks count as failed and never promote', () => {
  const base = steady.map((run) => ({ ...run, checks: { passed: 5, total: 10 } }));
  const cand = runs(tasks(3, [0.9, 0.92, 0.91])).map((run) => ({ ...run, checks: { passed: 3, total: 3 } }));
  const result = verdict(base, cand);
  expect(result.verdict).toBe('regressed');
  expect(result.warnings.filter((warning) => warning.includes('fewer checks'))).toHaveLength(3);
});

test('compares unequal repeats as they are, with less power', () => {
  const result = verdict(steady, runs(tasks(3, [0.9])));
  expect(result.deltas[0]).toMatchObject({ baseline_runs: 3, candidate_runs: 1 });
  expect(result.verdict).toBe('improved');
});

const value = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const sides = fc.array(
  fc.tuple(fc.array(value, { minLength: 2, maxLength: 4 }), fc.array(value, { minLength: 2, maxLength: 4 })),
  { minLength: 1, maxLength: 4 },
);

test('the order of runs does not matter, and the same input gives the same bytes', () => {
  fc.assert(
    fc.property(sides, (list) => {
      const [base, cand] = [runs(list.map(([a]) => a)), runs(list.map(([, b]) => b))];
      expect(JSON.stringify(verdict(base.toReversed(), cand.toReversed()))).toBe(JSON.stringify(verdict(base, cand)));
    }),
    { numRuns: 50 },
  );
});

test('the interval contains the effect, and swapping sides turns a gain into a loss', () => {
  fc.assert(
    fc.property(sides, (list) => {
      const [base, cand] = [runs(list.map(([a]) => a)), runs(list.map(([, b]) => b))];
      const [there, back] = [verdict(base, cand), verdict(cand, base)];
      expect(there.interval?.low).toBeLessThanOrEqual(there.net_gain);
      expect(there.interval?.high).toBeGreaterThanOrEqual(there.net_gain);
      expect(there.net_gain + back.net_gain).toBeCloseTo(0, 6);
      expect(there.verdict === 'improved' && back.verdict === 'improved').toBe(false);
    }),
    { numRuns: 50 },
  );
});
