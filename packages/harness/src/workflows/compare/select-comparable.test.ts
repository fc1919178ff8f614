import { expect, test } from 'vitest';
import { compareMeasured, measured, measuredRuns } from '../../../test/measured-run.ts';
import { selectComparable } from './select-comparable.ts';

const [OLD, NEW] = [{ task: 'old' }, { task: 'new' }];

test('takes the newest conditions that both sides share, and says why a task has none', () => {
  const baseline = [
    measured({ scenario: 'shared', conditions: NEW }),
    measured({ scenario: 'shared', conditions: OLD }),
    measured({ scenario: 'moved', conditions: OLD }),
    measured({ scenario: 'broken', obstacle: 'sandbox_lost' }),
    measured({ scenario: 'crashed', error: 'scorer_crashed' }),
    measured({ scenario: 'alone' }),
  ];
  const candidate = [
    measured({ scenario: 'shared', conditions: { task: 'newest' } }),
    measured({ scenario: 'shared', conditions: NEW }),
    measured({ scenario: 'shared', conditions: OLD }),
    measured({ scenario: 'moved', conditions: NEW }),
    measured({ scenario: 'broken' }),
    measured({ scenario: 'crashed', error: 'scorer_crashed' }),
  ];
  expect(selectComparable(baseline, candidate)).toEqual({
    baseline: [baseline[0]],
    candidate: [candidate[1]],
    excluded: [
      { task_id: 'alone', reason: 'only one side has runs of it' },
      { task_id: 'broken', reason: 'the baseline has no run of it that counts' },
      { task_id: 'crashed', reason: 'no run of it has a composite' },
      { task_id: 'moved', reason: 'the sides ran it under different conditions' },
    ],
    partial: false,
  });
});

test('an agent that only one side ran is not compared, and neither is one without runs that count', () => {
  const baseline = [
    ...measuredRuns(['one', 'two'], 3, { agent: 'a' }),
    ...measuredRuns(['one'], 3, { agent: 'b' }),
    ...measuredRuns(['two'], 3, { agent: 'c' }),
  ];
  const candidate = [
    ...measuredRuns(['one', 'two'], 3, { agent: 'a' }),
    ...measuredRuns(['two'], 3, { agent: 'c', obstacle: 'sandbox_lost' }),
  ];
  const selected = selectComparable(baseline, candidate);
  expect(selected.excluded).toEqual([
    { task_id: 'one · b', reason: 'only one side has runs of it' },
    { task_id: 'two · c', reason: 'the candidate has no run of it that counts' },
  ]);
  expect(compareMeasured(selected.baseline, selected.candidate)).toMatchObject({
    tasks: [{ task_id: 'one' }, { task_id: 'two' }],
    verdict: { verdict: 'neutral', regressions: [] },
  });
});

test('runs that do not count decide no conditions', () => {
  const baseline = [
    measured({ conditions: NEW, obstacle: 'sandbox_lost' }),
    ...measuredRuns(['one'], 2, { conditions: OLD }),
  ];
  const candidate = [measured({ conditions: NEW }), ...measuredRuns(['one'], 2, { conditions: OLD })];
  expect(selectComparable(baseline, candidate)).toMatchObject({
    baseline: baseline.slice(1),
    candidate: candidate.slice(1),
    excluded: [],
  });
});

test('gives both sides the same number of runs that count, the newest, and invents no errors', () => {
  const scenarios = ['one', 'two', 'three'];
  const many = measuredRuns(scenarios, 6, { passed: 1 });
  const lost = measured({ scenario: 'one', obstacle: 'sandbox_lost' });
  const few = [lost, ...measuredRuns(scenarios, 3)];
  const newest = scenarios.toSorted().flatMap((name) => many.filter(({ scenario }) => scenario === name).slice(0, 3));
  const selected = selectComparable(many, few);
  expect(selected).toMatchObject({ baseline: newest, excluded: [], partial: true });
  expect(selected.candidate).toHaveLength(few.length);
  expect(compareMeasured(selected.baseline, selected.candidate)).toMatchObject({
    // one side erred, and the other did not
    verdict: { verdict: 'neutral', regressions: [], uneven_errors: expect.any(String) },
    left_out: [{ run_id: lost.run_id }],
  });
  expect(selectComparable(few, many)).toMatchObject({ candidate: newest, partial: true });
});
