import { listComparisonObjections } from '@assay/scoring';
import { expect, test } from 'vitest';
import { compareMeasured, measured, measuredRuns } from '../../../test/measured-run.ts';
import type { MeasuredRun } from '../compare/measured-run.ts';

const TASKS = ['one', 'two', 'three', 'four', 'five', 'six'];
const weak = measuredRuns(TASKS, 3, { passed: 1 });
const strong = measuredRuns(TASKS, 3);

const compared = (...[baseline, candidate, options]: Parameters<typeof compareMeasured>) =>
  compareMeasured(baseline, candidate, { seed: 'seed', ...options });

const doubts = (baseline: readonly MeasuredRun[], candidate: readonly MeasuredRun[], seed: string | null = 'seed') =>
  listComparisonObjections(compared(baseline, candidate, { seed }));

test('has no doubts if every task is better in several runs', () => {
  expect(doubts(weak, strong)).toEqual([]);
});

test('a single run per task is not enough', () => {
  expect(doubts(measuredRuns(TASKS, 1, { passed: 1 }), measuredRuns(TASKS, 1))).toEqual(
    TASKS.toSorted().map((task) => `${task} has fewer than two runs on a side`),
  );
});

test('a task that only the candidate has is a doubt', () => {
  expect(doubts(weak, [...strong, ...measuredRuns(['new'], 3)])).toEqual(['only the candidate has runs of new']);
});

test('a task that got worse is a doubt, even if not proven', () => {
  const rest = strong.filter(({ scenario }) => scenario !== 'one');
  const one = [0, 1, 1].map((passed) => measured({ passed }));
  expect(doubts(weak, [...one, ...rest])).toEqual(['one got worse, even if not proven']);
});

test('earlier runs are a doubt, and so is the same run on both sides', () => {
  expect(doubts(weak, strong, null)).toEqual(['the comparison uses earlier runs, not runs made side by side']);
  expect(doubts(weak, weak)).toEqual(['the same run is on both sides']);
});

test.each([
  { thresholds: { min_composite_gain: 0 }, option: '--min-gain 0' },
  { thresholds: { regression_composite_drop: 0.2 }, option: '--max-drop 0.2' },
  { thresholds: { objective_drop_is_regression: false }, option: '--allow-check-drops' },
])('wider thresholds need to be accepted: $option', ({ thresholds, option }) => {
  const wide = compared(weak, strong, { thresholds });
  expect(listComparisonObjections(wide)).toEqual([expect.stringContaining(option)]);
  expect(listComparisonObjections(wide, thresholds)).toEqual([]);
});

test('a task cleared by fresh runs is no longer a doubt', () => {
  const [before, after] = ['one', 'two', 'three', 'four', 'five', 'six'].reduce<[MeasuredRun[], MeasuredRun[]]>(
    ([left, right], scenario) => {
      const lost = scenario === 'one';
      return [
        [...left, ...measuredRuns([scenario], 3, { passed: lost ? 5 : 1 })],
        [...right, ...measuredRuns([scenario], 3, { passed: lost ? 4 : 5 })],
      ];
    },
    [[], []],
  );
  expect(listComparisonObjections(compared(before, after))).toContain('one got worse, even if not proven');
  const fresh = { baseline: measuredRuns(['one'], 5), candidate: measuredRuns(['one'], 5) };
  const cleared = compared(before, after, { second: { looks_taken: 1, ...fresh, cut_short: null } });
  expect(cleared.verdict).toMatchObject({ verdict: 'improved', promote: true });
  expect(listComparisonObjections(cleared)).toEqual([]);
});
