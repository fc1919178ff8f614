import { composeHeadline, describeDelta, describeOutcome, describeRegression, listWorse } from '@assay/scoring';
import { expect, test } from 'vitest';
import { IMPROVED, makeComparison, REGRESSED, UNDERPOWERED } from '../../../cli/test/made-comparison.ts';
import { viewComparison } from './comparison.ts';

const rowsOf = (tasks: Parameters<typeof makeComparison>[0]) => viewComparison(makeComparison(tasks), []).rows;

test('orders lost tasks first, then worst first, and gives every task an outcome', () => {
  expect(rowsOf(REGRESSED).map((row) => [row.task_id, describeOutcome(row)])).toEqual([
    ['fix-race', 'worse (likely)'],
    ['rename-flag', 'worse (proven)'],
    ['add-validation', 'better'],
  ]);
  expect(rowsOf(UNDERPOWERED).map(describeOutcome)).toEqual(["can't tell", "can't tell", "can't tell"]);
});

test('lists a lost task before proven regressions, and a neutral verdict with a loss is a warning', () => {
  const comparison = makeComparison(REGRESSED);
  const { verdict } = comparison;
  expect(listWorse(comparison).map(({ task_id, certainty }) => [task_id, certainty])).toEqual([
    ['fix-race', 'likely'],
    [null, 'proven'],
    ['rename-flag', 'proven'],
  ]);
  const headlineOf = (fields: Partial<typeof verdict>) =>
    composeHeadline({ ...comparison, verdict: { ...verdict, ...fields } });
  expect(headlineOf({})).toMatchObject({ tone: 'bad' });
  expect(headlineOf({ verdict: 'neutral' })).toMatchObject({ tone: 'warn', text: 'Likely loss of fix-race' });
});

test('lists a task whose interval lies below zero, although the drop is too small for the verdict', () => {
  const equal = [0.9, 0.91, 0.92, 0.93, 0.9];
  const comparison = makeComparison([
    { task_id: 'same', baseline: { composites: equal }, candidate: { composites: equal } },
    {
      task_id: 'slower',
      baseline: { composites: [0.9, 0.901, 0.902, 0.903, 0.904] },
      candidate: { composites: [0.88, 0.881, 0.882, 0.883, 0.884] },
    },
  ]);
  expect(comparison.verdict).toMatchObject({ verdict: 'neutral', regressions: [] });
  expect(listWorse(comparison)).toMatchObject([{ task_id: 'slower', certainty: 'likely', lost: false }]);
});

test('a task with one run per side, or runs on one side only, is not decided', () => {
  const words = rowsOf([
    { task_id: 'once', baseline: { composites: [0.5] }, candidate: { composites: [0.9] } },
    { task_id: 'new', baseline: { composites: [] }, candidate: { composites: [0.9] } },
  ]).map((row) => [row.task_id, describeOutcome(row)]);
  expect(words).toEqual([
    ['new', "can't tell (not comparable)"],
    ['once', "can't tell (one run)"],
  ]);
});

test('excludes errored runs from the composites of a task', () => {
  const comparison = makeComparison(IMPROVED);
  const candidate = [...comparison.input.candidate, { task_id: 'fix-race', error: 'sandbox_lost' }];
  const { rows } = viewComparison({ ...comparison, input: { ...comparison.input, candidate } }, []);
  expect(rows.find(({ task_id }) => task_id === 'fix-race')?.composites.candidate).toEqual([0.7, 0.72, 0.71]);
});

test.each([
  { delta: undefined, text: '–', why: 'no delta' },
  { delta: { composite_delta: null }, text: '–', why: 'a side is missing' },
  { delta: { composite_delta: -0.1 }, text: '−0.10', why: 'one run has no interval' },
  {
    delta: { composite_delta: 0.1, interval: { low: -1, high: 1 } },
    text: '+0.10 (too few runs to tell)',
    why: 'an interval that excludes nothing',
  },
  {
    delta: { composite_delta: 0.1, interval: { low: 0.05, high: 0.2 } },
    text: '+0.10 (+0.05 to +0.20)',
    why: 'an interval',
  },
])('a delta is $text: $why', ({ delta, text }) => {
  const counts = { task_id: 't', objective_delta: 0, is_regression: false, baseline_runs: 1, candidate_runs: 1 };
  expect(describeDelta(delta && { ...counts, ...delta })).toBe(text);
});

test('a regression shows its p-value if it was tested', () => {
  const regression = { task_id: 't', kind: 'missing', status: 'proven', reason: 'gone' } as const;
  expect(describeRegression({ ...regression, p_value: null, proof_at: null })).toBe('gone');
  expect(describeRegression({ ...regression, p_value: 0.0001, proof_at: 0.0125 })).toBe(
    'gone (p < 0.001, threshold 0.0125)',
  );
});
