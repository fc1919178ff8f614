import { expect, test } from 'vitest';
import { measured, measuredRuns } from '../../test/measured-run.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import type { MeasuredRun } from '../compare/measured-run.ts';
import { listDoubts } from './list-doubts.ts';

const TASKS = ['one', 'two', 'three', 'four', 'five', 'six'];
const weak = measuredRuns(TASKS, 3, { passed: 1 });
const strong = measuredRuns(TASKS, 3);

const doubts = (baseline: readonly MeasuredRun[], candidate: readonly MeasuredRun[], seed: string | null = 'seed') =>
  listDoubts(
    compareRuns({
      baseline: { label: 'before', runs: baseline },
      candidate: { label: 'after', runs: candidate },
      look: null,
      differences: [],
      seed,
      proven: new Set(),
      host: { now: () => 1_000_000, entropy: (bytes) => new Uint8Array(bytes) },
    }),
  );

test('nothing speaks against what is better on every task, in several runs', () => {
  expect(doubts(weak, strong)).toEqual([]);
});

test('a single run of each task promotes nothing', () => {
  expect(doubts(measuredRuns(TASKS, 1, { passed: 1 }), measuredRuns(TASKS, 1))).toEqual(
    TASKS.toSorted().map((task) => `${task} has fewer than two runs on a side`),
  );
});

test('a task that only the candidate has promotes nothing', () => {
  expect(doubts(weak, [...strong, ...measuredRuns(['new'], 3)])).toEqual(['only the candidate has runs of new']);
});

test('a task that came out worse promotes nothing, whether that is proven or chance', () => {
  const rest = strong.filter(({ scenario }) => scenario !== 'one');
  const one = [0, 1, 1].map((passed) => measured({ passed }));
  expect(doubts(weak, [...one, ...rest])).toEqual(['one came out worse, proven or not']);
});

test('runs that were made before promote nothing, least of all the same on both sides', () => {
  expect(doubts(weak, strong, null)).toEqual(['the comparison is of runs that were made before, not side by side']);
  expect(doubts(weak, weak)).toEqual(['the same run is on both sides']);
});
