import type { Verdict } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { verdictV2 } from './verdict.v2.ts';
import { verdictV3 } from './verdict.v3.ts';

interface Counts {
  readonly pass: number;
  readonly fail: number;
}

/** Runs of one task: a number that pass all checks, and a number that pass half of them. */
const runs = (task_id: string, { pass, fail }: Counts, fields: object = {}) => [
  ...Array.from({ length: pass }, () => ({ task_id, composite: 1, checks: { passed: 4, total: 4 }, ...fields })),
  ...Array.from({ length: fail }, () => ({ task_id, composite: 0.5, checks: { passed: 2, total: 4 }, ...fields })),
];
const steady = (repeats: number) =>
  Array.from({ length: 9 }, (_, i) => runs(`t${i}`, { pass: repeats, fail: 0 })).flat();
const lost = (repeats: number, more: object = {}) => ({
  baseline: [...steady(repeats), ...runs('one', { pass: repeats, fail: 0 })],
  candidate: [...steady(repeats), ...runs('one', { pass: 0, fail: repeats })],
  ...more,
});
const PLANNED = { looks_taken: 0, baseline: [], candidate: [] };
const fresh = (looks_taken: number, before: Counts, after: Counts) => ({
  confirmation: { looks_taken, baseline: runs('one', before), candidate: runs('one', after) },
});
const judge = (input: unknown): Verdict => compute(verdictV3, input);

describe.each([1, 2, 3])('one task of ten lost in every one of %d runs', (repeats) => {
  const found = judge(lost(repeats, { confirmation: PLANNED }));

  test('is suspected, comes first, blocks, and leaves the comparison underpowered', () => {
    expect(found).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true });
    expect(found.regressions[0]).toMatchObject({
      task_id: 'one',
      kind: 'task_lost',
      status: 'suspected',
      reason: `the baseline passed in ${repeats} of ${repeats} runs, the candidate in 0 of ${repeats}`,
    });
  });

  test('reports how many fresh runs would settle it', () => {
    expect(found.confirmation).toEqual({
      tasks: [{ task_id: 'one', status: 'suspected', baseline_runs: 0, candidate_runs: 0, p_value: null }],
      looks_taken: 0,
      runs_needed: 5,
      runs_at_most: 10,
    });
  });
});

test('in contrast, version 2 does not list it at two repeats and calls the comparison strong enough', () => {
  expect(compute(verdictV2, lost(2))).toMatchObject({ verdict: 'neutral', underpowered: false, regressions: [] });
});

test.each([
  { look: 1, before: { pass: 5, fail: 0 }, after: { pass: 0, fail: 5 }, verdict: 'regressed', status: 'proven' },
  { look: 1, before: { pass: 5, fail: 0 }, after: { pass: 1, fail: 4 }, verdict: 'neutral', status: 'suspected' },
  { look: 1, before: { pass: 4, fail: 1 }, after: { pass: 4, fail: 1 }, verdict: 'neutral', status: 'cleared' },
  { look: 1, before: { pass: 5, fail: 0 }, after: { pass: 4, fail: 1 }, verdict: 'neutral', status: 'suspected' },
  { look: 2, before: { pass: 10, fail: 0 }, after: { pass: 1, fail: 9 }, verdict: 'regressed', status: 'proven' },
  { look: 2, before: { pass: 9, fail: 1 }, after: { pass: 3, fail: 7 }, verdict: 'neutral', status: 'suspected' },
  { look: 2, before: { pass: 10, fail: 0 }, after: { pass: 8, fail: 2 }, verdict: 'neutral', status: 'cleared' },
  // a reduced budget gets only the last look, which requires more evidence
  { look: 2, before: { pass: 5, fail: 0 }, after: { pass: 0, fail: 5 }, verdict: 'neutral', status: 'suspected' },
  { look: 2, before: { pass: 1, fail: 0 }, after: { pass: 1, fail: 0 }, verdict: 'neutral', status: 'suspected' },
  { look: 2, before: { pass: 1, fail: 0 }, after: { pass: 0, fail: 1 }, verdict: 'neutral', status: 'suspected' },
  { look: 2, before: { pass: 0, fail: 0 }, after: { pass: 0, fail: 0 }, verdict: 'neutral', status: 'suspected' },
])('look $look, $before → $after: $status', ({ look, before, after, verdict, status }) => {
  const found = judge(lost(2, fresh(look, before, after)));
  expect(found.verdict).toBe(verdict);
  expect(found.confirmation?.tasks).toMatchObject([{ task_id: 'one', status }]);
  const listed = found.regressions.filter(({ task_id }) => task_id === 'one');
  expect(listed.map((one) => one.status)).toEqual(status === 'cleared' ? [] : [status]);
  expect(found.warnings.some((warning) => warning.includes('cleared'))).toBe(status === 'cleared');
});

test('never counts runs of the first stage again', () => {
  const [few, many] = [
    judge(lost(2, fresh(1, { pass: 5, fail: 0 }, { pass: 0, fail: 5 }))),
    judge(lost(3, fresh(1, { pass: 5, fail: 0 }, { pass: 0, fail: 5 }))),
  ];
  expect(few.confirmation).toEqual(many.confirmation);
  expect(few.confirmation?.tasks[0]?.p_value).toBeCloseTo(1 / 252, 12);
});

test('a gain counts only once the doubt is settled', () => {
  const weak = Array.from({ length: 9 }, (_, i) => runs(`t${i}`, { pass: 0, fail: 3 })).flat();
  const gain = {
    baseline: [...weak, ...runs('one', { pass: 3, fail: 0 })],
    candidate: [...steady(3), ...runs('one', { pass: 0, fail: 3 })],
  };
  expect(judge({ ...gain, confirmation: PLANNED })).toMatchObject({ verdict: 'neutral', promote: false });
  const cleared = judge({ ...gain, ...fresh(1, { pass: 5, fail: 0 }, { pass: 5, fail: 0 }) });
  expect(cleared).toMatchObject({ verdict: 'improved', promote: true, regressions: [] });
});

test('several tasks in doubt need more runs each, and share the error probability', () => {
  const both = {
    baseline: [...steady(2), ...runs('one', { pass: 2, fail: 0 }), ...runs('two', { pass: 2, fail: 0 })],
    candidate: [...steady(2), ...runs('one', { pass: 0, fail: 2 }), ...runs('two', { pass: 0, fail: 2 })],
  };
  expect(judge({ ...both, confirmation: PLANNED }).confirmation).toMatchObject({ runs_needed: 6, runs_at_most: 12 });
  const sides = fresh(1, { pass: 6, fail: 0 }, { pass: 0, fail: 6 }).confirmation;
  const [one] = judge({ ...both, confirmation: sides }).confirmation?.tasks ?? [];
  expect(one).toMatchObject({ task_id: 'one', status: 'proven', p_value: expect.closeTo(2 / 924, 12) });
});

test('errors in the second stage do not clear a candidate', () => {
  const { confirmation } = fresh(1, { pass: 5, fail: 0 }, { pass: 4, fail: 0 });
  const errored = { ...confirmation, candidate: [...confirmation.candidate, { task_id: 'one', error: 'no verdict' }] };
  expect(judge(lost(2, { confirmation: errored })).confirmation?.tasks[0]).toMatchObject({ status: 'suspected' });
});

test('the pass flag of a run overrides its checks', () => {
  const input = lost(2);
  const said = (passed: boolean) => ({
    ...input,
    candidate: input.candidate.map((run) => (run.task_id === 'one' ? { ...run, passed } : run)),
  });
  expect(judge(said(false)).regressions[0]?.kind).toBe('task_lost');
  expect(judge(said(true)).regressions.map(({ kind }) => kind)).not.toContain('task_lost');
});

test('without a second stage a task is proven as in version 2; with one, it takes slightly more', () => {
  const input = lost(6);
  const alone = judge(input).regressions[0];
  expect(alone?.proof_at).toBe(0.0125);
  expect(judge({ ...input, confirmation: PLANNED }).regressions[0]?.proof_at).toBe(0.0075);
  expect(judge(lost(7, { confirmation: PLANNED }))).toMatchObject({ verdict: 'regressed' });
});

test('lists thresholds looser than the defaults, but not stricter ones', () => {
  const warnings = (thresholds: object) => judge({ ...lost(2), thresholds }).warnings;
  expect(
    warnings({ min_composite_gain: 0, regression_composite_drop: 0.2, objective_drop_is_regression: false }),
  ).toEqual([
    'widened: better by more than 0 counts as a gain, usually 0.01',
    'widened: a task may get worse by 0.2, usually by 0.05',
    'widened: a task may fail checks that it passed before',
  ]);
  expect(warnings({ min_composite_gain: 0.02, regression_composite_drop: 0.01 })).toEqual([]);
});

test('equals version 2 except for lost tasks', () => {
  const run = fc.record({
    task_id: fc.constantFrom('a', 'b', 'c'),
    composite: fc.nat(100).map((n) => n / 100),
    checks: fc.record({ passed: fc.nat(4), total: fc.constant(5) }),
  });
  const side = fc.array(run, { minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(side, side, (baseline, candidate) => {
      const { confirmation: _, formula_version: __, ...found } = judge({ baseline, candidate });
      const { formula_version: ___, ...before } = compute(verdictV2, { baseline, candidate });
      expect(found).toEqual(before);
    }),
    { numRuns: 60 },
  );
});
