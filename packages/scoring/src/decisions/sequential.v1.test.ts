import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { sequentialV1 } from './sequential.v1.ts';
import { verdictV2 } from './verdict.v2.ts';

type Values = readonly (readonly number[])[];
const runs = (tasks: Values) =>
  tasks.flatMap((values, t) =>
    values.map((composite) => ({ task_id: `t${t}`, composite, checks: { passed: 5, total: 5 } })),
  );
const tasks = (count: number, values: readonly number[]): Values => Array.from({ length: count }, () => values);
const look = (taken: number, planned: number) => ({ taken, planned });
const steady = runs(tasks(3, [0.5, 0.52, 0.48]));
const sequential = (baseline: unknown[], candidate: unknown[], at = look(2, 4)) =>
  compute(sequentialV1, { baseline, candidate, look: at });

test.each([
  { cand: runs(tasks(3, [0.7, 0.72, 0.71])), verdict: 'improved', settled: true, why: 'clearly outside the noise' },
  { cand: runs(tasks(3, [0.3, 0.32, 0.28])), verdict: 'regressed', settled: true, why: 'far below the baseline' },
  { cand: runs(tasks(3, [0.4, 0.65, 0.5])), verdict: 'neutral', settled: false, why: 'within the noise' },
  { cand: runs(tasks(2, [0.9, 0.9, 0.9])), verdict: 'regressed', settled: true, why: 'a task is missing' },
  {
    cand: runs(tasks(3, [0.9, 0.9, Number.NaN])),
    verdict: 'regressed',
    settled: true,
    why: 'a value is not a number, at any look',
  },
])('$verdict, settled $settled: $why', ({ cand, verdict, settled }) => {
  expect(sequential(steady, cand)).toMatchObject({ verdict, settled, promote: verdict === 'improved' });
});

test('the error shares of all looks sum to the total, and grow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (planned) => {
      const shares = Array.from(
        { length: planned },
        (_, i) => sequential(steady, steady, look(i + 1, planned)).alpha / 0.025,
      );
      expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(1, 12);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    }),
    { numRuns: 10 },
  );
});

test('a single look equals version 2', () => {
  const cand = runs(tasks(3, [0.4, 0.65, 0.5]));
  const { settled, alpha, formula, formula_version, ...once } = sequential(steady, cand, look(1, 1));
  expect(compute(verdictV2, { baseline: steady, candidate: cand })).toEqual({
    ...once,
    formula: 'verdict',
    formula_version: '2',
  });
  expect({ settled, alpha, formula, formula_version }).toEqual({
    settled: false,
    alpha: 0.025,
    formula: 'sequential',
    formula_version: '1',
  });
});

test('a task whose runs all errored is proven at the last look, and suspected before', () => {
  const cand = [...runs(tasks(2, [0.5, 0.52, 0.48])), { task_id: 't2', error: 'crash' }];
  expect(sequential(steady, cand, look(1, 4))).toMatchObject({ verdict: 'neutral', settled: false, promote: false });
  expect(sequential(steady, cand, look(4, 4))).toMatchObject({ verdict: 'regressed', settled: true });
});

test('settles as neutral when no relevant effect is left to find', () => {
  const quiet = runs(tasks(10, [0.5, 0.501, 0.499]));
  expect(sequential(quiet, quiet)).toMatchObject({ verdict: 'neutral', settled: true, underpowered: false });
});

test.each([
  { at: look(5, 4), path: 'look.taken', why: 'an unplanned look' },
  { at: look(0, 4), path: 'look.taken', why: 'none' },
  { at: look(1, 0), path: 'look.planned', why: 'none planned' },
  { at: { taken: 1, planned: 1.5 }, path: 'look.planned', why: 'half a look' },
])('rejected at $path: $why', ({ at, path }) => {
  expect(() => sequential(steady, steady, at)).toThrow(expect.objectContaining({ code: 'invalid_input', path }));
});

const value = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const sides = fc.array(
  fc.tuple(fc.array(value, { minLength: 2, maxLength: 4 }), fc.array(value, { minLength: 2, maxLength: 4 })),
  { minLength: 1, maxLength: 4 },
);

test('one of several looks shows nothing that a single look would not, and its interval is never narrower', () => {
  fc.assert(
    fc.property(sides, fc.integer({ min: 1, max: 5 }), (list, taken) => {
      const [base, cand] = [runs(list.map(([a]) => a)), runs(list.map(([, b]) => b))];
      const one = sequential(base, cand, look(taken, 5));
      const once = compute(verdictV2, { baseline: base, candidate: cand });
      if (one.verdict !== 'neutral') expect(once.verdict).toBe(one.verdict);
      expect(one.interval?.low).toBeLessThanOrEqual(once.interval?.low as number);
      expect(one.interval?.high).toBeGreaterThanOrEqual(once.interval?.high as number);
    }),
    { numRuns: 40 },
  );
});
