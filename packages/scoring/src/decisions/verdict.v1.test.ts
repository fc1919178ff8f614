import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { verdictV1 } from './verdict.v1.ts';

const run = (task_id: string, composite: number | null, passed = 5, total = 5) => ({
  task_id,
  composite,
  checks: { passed, total },
});
const verdict = (baseline: unknown[], candidate: unknown[], thresholds?: object) =>
  compute(verdictV1, thresholds ? { baseline, candidate, thresholds } : { baseline, candidate });

test.each([
  { base: [run('a', 0.8)], cand: [run('a', 0.82)], verdict: 'improved', why: 'a gain above 0.01' },
  { base: [run('a', 0.8)], cand: [run('a', 0.81)], verdict: 'neutral', why: 'a gain of exactly 0.01 is not above it' },
  { base: [run('a', 0.8)], cand: [run('a', 0.8)], verdict: 'neutral', why: 'nothing changed' },
  {
    base: [run('a', 0.85)],
    cand: [run('a', 0.8)],
    verdict: 'neutral',
    why: 'a drop of exactly 0.05 is inside the band',
  },
  { base: [run('a', 0.85)], cand: [run('a', 0.799)], verdict: 'regressed', why: 'a drop beyond 0.05' },
  {
    base: [run('a', 0.8), run('b', 0.5)],
    cand: [run('a', 0.7), run('b', 1)],
    verdict: 'regressed',
    why: 'a gain elsewhere does not offset a drop',
  },
  {
    base: [run('a', 0.8), run('b', 0.5)],
    cand: [run('a', 0.8), run('b', 0.52, 4)],
    verdict: 'regressed',
    why: 'one check fewer passes',
  },
  {
    base: [run('a', 0.5, 5, 5)],
    cand: [run('a', 0.9, 5, 6)],
    verdict: 'regressed',
    why: 'the same number passes, at a lower rate',
  },
  {
    base: [run('a', 0.8), run('b', 0.8)],
    cand: [run('a', 0.99)],
    verdict: 'regressed',
    why: 'the candidate lacks a task',
  },
  {
    base: [run('a', 0.8)],
    cand: [{ task_id: 'a', error: 'agent crashed' }],
    verdict: 'regressed',
    why: 'a task the candidate errored on',
  },
  { base: [run('a', 0.8)], cand: [run('a', Number.NaN)], verdict: 'regressed', why: 'a value is not a number' },
  { base: [run('a', Number.POSITIVE_INFINITY)], cand: [run('a', 0.9)], verdict: 'regressed', why: 'on either side' },
  { base: [run('a', 0.8)], cand: [run('a', null)], verdict: 'regressed', why: 'or was lost in JSON' },
  { base: [run('a', 0.5)], cand: [run('a', 0.9, Number.NaN)], verdict: 'regressed', why: 'or among the checks' },
  {
    base: [run('a', 0.5)],
    cand: [run('a', 0.9), run('b', Number.NaN)],
    verdict: 'regressed',
    why: 'or on a task that only the candidate has',
  },
  {
    base: [run('a', 0.8)],
    cand: [run('a', 0.8), run('new', 1)],
    verdict: 'neutral',
    why: 'a task only the candidate has is no gain',
  },
  {
    base: [{ task_id: 'a', error: true }],
    cand: [run('a', 1)],
    verdict: 'neutral',
    why: 'a task that errored in the baseline is no gain',
  },
  { base: [], cand: [run('a', 1)], verdict: 'neutral', why: 'there is no baseline' },
])('$verdict: $why', ({ base, cand, verdict: expected }) => {
  const result = verdict(base, cand);
  expect(result.verdict).toBe(expected);
  expect(result.promote).toBe(expected === 'improved');
});

test('deltas are rounded to six decimals and summed', () => {
  const result = verdict([run('a', 0.1), run('b', 0.7)], [run('a', 0.3, 6, 6), run('b', 0.8)]);
  expect(result.deltas.map(({ composite_delta, objective_delta }) => [composite_delta, objective_delta])).toEqual([
    [0.2, 1],
    [0.1, 0],
  ]);
  expect(result.net_gain).toBe(0.3);
  expect(result.improvements.map(({ task_id }) => task_id)).toEqual(['a', 'b']);
});

test('a net loss within the band is neutral with a warning', () => {
  expect(verdict([run('a', 0.8)], [run('a', 0.77)])).toMatchObject({
    verdict: 'neutral',
    warnings: ['a net loss of 0.03 stays inside the band'],
  });
});

test('thresholds are configurable', () => {
  expect(verdict([run('a', 0.8)], [run('a', 0.82)], { min_composite_gain: 0.05 }).verdict).toBe('neutral');
  expect(verdict([run('a', 0.8)], [run('a', 0.6)], { regression_composite_drop: 0.3 }).verdict).toBe('neutral');
  expect(verdict([run('a', 0.5)], [run('a', 0.9, 4)], { objective_drop_is_regression: false }).verdict).toBe(
    'improved',
  );
});

test('fewer checks than before never promote, even with a better score', () => {
  const result = verdict([run('a', 0.3, 3, 10)], [run('a', 1, 3, 3)]);
  expect(result).toMatchObject({ verdict: 'improved', promote: false });
  expect(result.warnings[0]).toContain('fewer checks');
});

test.each([
  {
    input: { baseline: [run('a', 0.5), run('a', 0.6)], candidate: [] },
    path: 'baseline[1].task_id',
    why: 'repeats require version 2',
  },
  { input: { baseline: [run('a', 1.5)], candidate: [] }, path: 'baseline[0].composite', why: 'above 1' },
  {
    input: { baseline: [run('a', 0.5, 6, 5)], candidate: [] },
    path: 'baseline[0].checks.passed',
    why: 'more passed than exist',
  },
  {
    input: { baseline: [], candidate: [{ task_id: 'a' }] },
    path: 'candidate[0].composite',
    why: 'neither a number nor an error',
  },
  {
    input: { baseline: [], candidate: [], thresholds: { min_composite_gain: -1 } },
    path: 'thresholds.min_composite_gain',
    why: 'a negative threshold',
  },
  { input: { baseline: [] }, path: 'candidate', why: 'one side is missing' },
])('rejected at $path: $why', ({ input, path }) => {
  expect(() => compute(verdictV1, input)).toThrow(expect.objectContaining({ code: 'invalid_input', path }));
});

const tasks = fc.uniqueArray(
  fc.record({ id: fc.nat(30), before: fc.nat(100), after: fc.nat(100), was: fc.nat(5), is: fc.nat(5) }),
  { selector: ({ id }) => id, maxLength: 10 },
);
const sides = (list: readonly { id: number; before: number; after: number; was: number; is: number }[]) => ({
  base: list.map(({ id, before, was }) => run(`t${id}`, before / 100, was)),
  cand: list.map(({ id, after, is }) => run(`t${id}`, after / 100, is)),
});

test('the order of runs does not matter', () => {
  fc.assert(
    fc.property(tasks, (list) => {
      const { base, cand } = sides(list);
      expect(verdict(base.toReversed(), cand)).toEqual(verdict(base, cand));
    }),
  );
});

test('a promotion requires an improvement and no regression', () => {
  fc.assert(
    fc.property(tasks, (list) => {
      const { base, cand } = sides(list);
      const result = verdict(base, cand);
      expect(result.promote).toBe(result.verdict === 'improved' && result.regressions.length === 0);
      expect(result.verdict === 'regressed').toBe(result.regressions.length > 0);
    }),
  );
});

test('losing a task, an answer or a value never helps a candidate', () => {
  fc.assert(
    fc.property(tasks, (list) => {
      fc.pre(list.length > 0);
      const { base, cand } = sides(list);
      const [first, ...rest] = cand;
      for (const worse of [
        rest,
        [{ task_id: first?.task_id, error: 'x' }, ...rest],
        [{ ...first, composite: Number.NaN }, ...rest],
      ]) {
        expect(verdict(base, worse).verdict).toBe('regressed');
      }
    }),
  );
});
