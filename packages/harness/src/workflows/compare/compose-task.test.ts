import { expect, test } from 'vitest';
import { measured } from '../../../test/measured-run.ts';
import { composeTask } from './compose-task.ts';
import type { MeasuredRun } from './measured-run.ts';

const task = (baseline: MeasuredRun[], candidate: MeasuredRun[]) =>
  composeTask({ task_id: 'one', baseline, candidate });
const composites = (runs: readonly { composite?: number | null | undefined }[]) =>
  runs.map(({ composite }) => composite);
const costing = (tokens: number, fields: Parameters<typeof measured>[0] = {}) => {
  const run = measured({ passed: 3, ...fields });
  return { ...run, parts: { ...run.parts, cost: { tokens } } };
};
const judgedBy = (judge: string | null, share: number | null) => {
  const run = measured({ passed: 0 });
  return { ...run, judge, parts: { ...run.parts, judge: share } };
};

test('a single baseline run has no extra cost and is the reference for the candidate', () => {
  const found = task([costing(1000)], [costing(500)]);
  expect(composites(found.baseline)).toEqual([0.6]);
  expect(composites(found.candidate)).toEqual([0.65]);
});

test('with repeats, a run is compared with the other baseline runs, never with itself', () => {
  const found = task([costing(1000), costing(2000)], [costing(1000), costing(1000)]);
  expect(composites(found.baseline)).toEqual([0.65, 0.5]);
  expect(composites(found.candidate)).toEqual([0.65, 0.6]);
});

test('the judge counts only if the same one judged every run on both sides', () => {
  const by = (before: string | null, after: string | null) => {
    const found = task([judgedBy(before, 1), judgedBy(before, 1)], [judgedBy(after, 1), judgedBy(after, 1)]);
    return { judged: found.judged, composites: [...composites(found.baseline), ...composites(found.candidate)] };
  };
  expect(by('a', 'a')).toEqual({ judged: true, composites: [0.4, 0.4, 0.4, 0.4] });
  for (const other of [by('a', null), by(null, 'a'), by('a', 'b'), by(null, null)])
    expect(other).toEqual({ judged: false, composites: [0, 0, 0, 0] });
});

test('a judge without a grade for one run counts for none', () => {
  const both = task([judgedBy('a', null)], [judgedBy('a', null)]);
  expect(both.judged).toBe(false);
  const one = task([judgedBy('a', 1), judgedBy('a', 1)], [judgedBy('a', 1), judgedBy('a', null)]);
  expect(one.judged).toBe(false);
  expect([...composites(one.baseline), ...composites(one.candidate)]).toEqual([0, 0, 0, 0]);
});

test('a failed run passes no check and scores 0, however cheap it was', () => {
  const idle = costing(1, { failed: true, passed: 4, total: 4 });
  const found = task([costing(1000), costing(1000)], [idle, idle]);
  expect(found.candidate).toEqual(
    Array(2).fill({ task_id: 'one', composite: 0, checks: { passed: 0, total: 5 }, passed: false }),
  );
});

test('a run whose scorers gave no verdict has an error', () => {
  const found = task([measured()], [measured({ error: '1 of 2 scorers gave no verdict: done' })]);
  expect(found.candidate).toEqual([{ task_id: 'one', error: '1 of 2 scorers gave no verdict: done' }]);
});
