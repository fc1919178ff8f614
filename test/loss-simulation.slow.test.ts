import { SequentialVerdict, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { describe, expect, test } from 'vitest';
import {
  type Draw,
  drawFresh,
  drawSide,
  type Judge,
  NOISE,
  type Random,
  type Staged,
  seededRandom,
  type Trial,
  uniform,
} from './simulated-runs.ts';

/*
 * Simulates a candidate that loses one task of ten, and tasks that are lost by chance: what both stages decide, and how
 * many runs the second one needs.
 */

const judge: Judge = (runs) => Verdict.parse(score('verdict', runs));
const judgeInRounds: Judge = (runs) =>
  SequentialVerdict.parse(score('sequential', { ...runs, look: { taken: 2, planned: 2 } }));

interface Measured {
  /** How often the first stage lists a lost task first. */
  readonly suspected: number;
  readonly regressed: number;
  readonly improved: number;
  /** With the previous formula version, which has no second stage. */
  readonly regressed_before: number;
  /** Fresh runs: mean and maximum. */
  readonly extra: number;
  readonly most: number;
}

function measure(seed: string, trials: number, both: Record<'baseline' | 'candidate', Trial>, by = judge): Measured {
  const random = seededRandom(seed);
  let before = 0;
  const found = Array.from({ length: trials }, (): Staged => {
    const sides = { baseline: drawSide(random, both.baseline), candidate: drawSide(random, both.candidate) };
    before += Number(Verdict.parse(score('verdict@2', sides)).verdict === 'regressed');
    return drawFresh(random, { judge: by, sides, trials: both });
  });
  const rate = (isIt: (staged: Staged) => boolean): number => found.filter(isIt).length / trials;
  return {
    suspected: rate(({ first }) => first.regressions[0]?.kind === 'task_lost'),
    regressed: rate(({ verdict }) => verdict.verdict === 'regressed'),
    improved: rate(({ verdict }) => verdict.verdict === 'improved'),
    regressed_before: before / trials,
    extra: found.reduce((all, { extra }) => all + extra, 0) / trials,
    most: Math.max(...found.map(({ extra }) => extra)),
  };
}

const TASKS = 10;
const TRIALS = 100;
/** The first task passes at the given rate. */
const withFirst =
  (rate: number, rest: Draw): Draw =>
  (random, task) =>
    task === 0 ? Number(uniform(random) < rate) : rest(random, task);
const losing = (repeats: number, rest: Draw, [before, after] = [1, 0] as readonly [number, number]) => ({
  baseline: { tasks: TASKS, repeats, draw: withFirst(before, rest) },
  candidate: { tasks: TASKS, repeats, draw: withFirst(after, rest) },
});
const flaky = NOISE['pass or fail'] as Draw;

describe.each([2, 3, 5])('one task of ten lost in every run, the others pass or fail, %d repeats', (repeats) => {
  const found = measure(`lost ${repeats}`, TRIALS, losing(repeats, flaky));

  test('is suspected in every trial and listed first', () => {
    expect(found.suspected).toBe(1);
  });

  test('is proven in at least 95% of trials; the previous formula proved few', () => {
    expect(found.regressed).toBeGreaterThanOrEqual(0.95);
    expect(found.regressed_before).toBeLessThan(0.25);
  });

  test('needs few fresh runs: at most 16 on average', () => {
    expect(found.extra).toBeLessThanOrEqual(16);
    expect(found.most).toBeLessThanOrEqual(80);
  });
});

test('finds the same in a sequential comparison', () => {
  const found = measure('rounds', 60, losing(3, flaky), judgeInRounds);
  expect(found.suspected).toBe(1);
  expect(found.regressed).toBeGreaterThanOrEqual(0.95);
});

test('a drop from 95% to 5% is found more often than by the previous formula', () => {
  for (const repeats of [2, 3]) {
    const found = measure(`nearly ${repeats}`, 60, losing(repeats, flaky, [0.95, 0.05]));
    expect(found.regressed).toBeGreaterThan(0.5);
    expect(found.regressed_before).toBeLessThan(0.25);
  }
});

const coin: Draw = (random: Random) => Number(uniform(random) < 0.5);

test.each([
  { tasks: 5, repeats: 2 },
  { tasks: 20, repeats: 2 },
  { tasks: 10, repeats: 3 },
])('coin-flip tasks on both sides, $tasks × $repeats: losses by chance are not proven', (shape) => {
  const trial = { ...shape, draw: coin };
  const found = measure(`coin ${shape.tasks} ${shape.repeats}`, TRIALS, { baseline: trial, candidate: trial });
  expect(found.suspected).toBeGreaterThan(0.05);
  expect(found.regressed).toBeLessThanOrEqual(found.regressed_before + 0.02);
  expect(found.regressed).toBeLessThanOrEqual(0.08);
  expect(found.improved).toBeLessThanOrEqual(0.06);
});
