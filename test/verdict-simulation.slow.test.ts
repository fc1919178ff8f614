import { Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { describe, expect, test } from 'vitest';
import {
  clamp,
  type Draw,
  downTo,
  drawFresh,
  drawSide,
  gaussian,
  type Judge,
  NOISE,
  type Random,
  seededRandom,
  type Trial,
  uniform,
  upTo,
} from './simulated-runs.ts';
import { inSoak } from './soak.ts';

/*
 * Measures the error rates and power of `verdict` with both stages: the same configuration on both sides (A/A), and a
 * real effect.
 */

function rates(seed: string, trials: number, trial: Trial, formula?: string): Record<Verdict['verdict'], number> {
  const counts = { improved: 0, neutral: 0, regressed: 0 };
  const random = seededRandom(seed);
  const both = { baseline: { ...trial, effect: 0 }, candidate: trial };
  for (let i = 0; i < trials; i++) {
    const sides = { baseline: drawSide(random, both.baseline), candidate: drawSide(random, both.candidate) };
    const { verdict } =
      formula === undefined
        ? drawFresh(random, { judge, sides, trials: both }).verdict
        : Verdict.parse(score(formula, sides));
    counts[verdict] += 1 / trials;
  }
  return counts;
}

const judge: Judge = (runs) => Verdict.parse(score('verdict', runs));

const TRIALS = inSoak(80, 500);
// the relevant effect, and a number of repeats too small to find it
const EFFECT = 0.05;
const PILOT = 3;
const SHAPES = [
  { tasks: 3, repeats: 2 },
  { tasks: 3, repeats: 5 },
  { tasks: 10, repeats: 3 },
  { tasks: 50, repeats: 2 },
];

const measured: Record<Verdict['verdict'], number>[] = [];

describe.each(SHAPES)('$tasks tasks × $repeats repeats, the same configuration on both sides', ({ tasks, repeats }) => {
  test.each(Object.keys(NOISE))('%s: improved at most 2.5 %, regressed at most 5 %', (name) => {
    const found = rates(`${name} ${tasks} ${repeats}`, TRIALS, { tasks, repeats, draw: NOISE[name] as Draw });
    measured.push(found);
    expect(found.improved).toBeLessThanOrEqual(upTo(0.025, TRIALS));
    expect(found.regressed).toBeLessThanOrEqual(upTo(0.05, TRIALS));
  });
});

test('averaged over all shapes and noises, the rates are within 2.5 % and 5 %', () => {
  const mean = (verdict: Verdict['verdict']) =>
    measured.reduce((sum, found) => sum + found[verdict], 0) / measured.length;
  expect(measured).toHaveLength(SHAPES.length * Object.keys(NOISE).length);
  expect(mean('improved')).toBeLessThanOrEqual(0.025);
  expect(mean('regressed')).toBeLessThanOrEqual(0.05);
});

test.each([
  { name: 'pass or fail', draw: (random: Random) => Number(uniform(random) < 0.5) * 0.7 },
  { name: 'gaussian noise of 0.2', draw: (random: Random) => 0.35 + 0.2 * gaussian(random) },
])(
  'a real effect of 0.3 over 20 tasks × 5 repeats is found in at least 90 % of trials: $name',
  ({ name, draw }: { name: string; draw: Draw }) => {
    const trials = inSoak(200, 500);
    expect(
      rates(`power ${name}`, trials, { tasks: 20, repeats: 5, draw, effect: 0.3 }).improved,
    ).toBeGreaterThanOrEqual(0.9);
    expect(
      rates(`harm ${name}`, trials, {
        tasks: 20,
        repeats: 5,
        draw: (random, task) => draw(random, task) + 0.3,
        effect: -0.3,
      }).regressed,
    ).toBeGreaterThanOrEqual(0.9);
  },
);

const SPREADS: readonly { name: string; draw: Draw; tasks: number }[] = [
  { name: 'gaussian, 10 tasks', draw: (random) => clamp(0.5 + 0.07 * gaussian(random)), tasks: 10 },
  { name: 'two values, 12 tasks', draw: (random) => 0.4 + 0.14 * Number(uniform(random) < 0.5), tasks: 12 },
  { name: 'two tasks as wild as the others together', draw: wild, tasks: 8 },
];

function wild(random: Random, task: number): number {
  return clamp(0.5 + (task < 2 ? 0.1 : 0.05) * gaussian(random));
}

describe.each(SPREADS)('the reported power matches simulations: $name', ({ name, draw, tasks }) => {
  const pilot = (repeats: number): Verdict => {
    const random = seededRandom(`pilot ${name} ${repeats}`);
    const trial = { tasks, repeats, draw };
    return Verdict.parse(score('verdict', { baseline: drawSide(random, trial), candidate: drawSide(random, trial) }));
  };
  const power = (repeats: number, trials: number): number =>
    rates(`power ${name}`, trials, { tasks, repeats, draw, effect: EFFECT }).improved;
  const asked = pilot(PILOT);
  const needed = asked.runs_needed as number;

  test('the recommended number of runs finds the effect in about 80 % of trials', () => {
    expect(asked).toMatchObject({ verdict: 'neutral', underpowered: true });
    const found = power(needed, 120);
    expect(found).toBeGreaterThanOrEqual(downTo(0.8, 120));
    expect(found).toBeLessThanOrEqual(upTo(0.8, 120));
  });

  test('half as many runs are underpowered and find it less often; twice as many are enough', () => {
    expect(power(Math.floor(needed / 2), 60)).toBeLessThan(0.65);
    expect(pilot(2 * needed).underpowered ?? false).toBe(false);
    expect(power(2 * needed, 20)).toBeGreaterThan(0.9);
  });
});

test('counterexample: the one-run rule calls most identical configurations regressed', () => {
  const found = rates('one run', 400, { tasks: 10, repeats: 1, draw: NOISE['pass or fail'] as Draw }, 'verdict@1');
  expect(found.regressed).toBeGreaterThan(0.5);
});
