import { type ComparedRun, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../packages/scoring/src/math/random.ts';

/*
 * Error rates and power of `verdict`, measured: the same configuration on both sides (A/A), and a real effect.
 * Everything is drawn from a seed, so a rate is a fact of the formula and not of the day.
 */

type Draw = (random: Random, task: number) => number;

const uniform = (random: Random): number => (random.below(2 ** 31) + 0.5) / 2 ** 31;
const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const NOISE: Record<string, Draw> = {
  // composite near the top, with the cost term moved by log-normal cost noise of σ = 0.3
  'log-normal cost': (random) => clamp(0.9 + 0.1 * Math.max(-1, Math.min(1, 1 - Math.exp(0.3 * gaussian(random))))),
  'pass or fail': (random, task) => Number(uniform(random) < 0.2 + 0.6 * ((task * 7) % 10) * 0.1),
  'heavy tails': (random) => clamp(0.6 + (0.05 * gaussian(random)) / Math.max(0.02, Math.abs(gaussian(random)))),
  'one wild task': (random, task) => (task === 0 ? uniform(random) : clamp(0.5 + 0.01 * gaussian(random))),
  'almost none': (random) => (uniform(random) < 0.03 ? 0.5 : 0.8),
};

interface Trial {
  readonly tasks: number;
  readonly repeats: number;
  readonly draw: Draw;
  readonly effect?: number;
}

function side(random: Random, { tasks, repeats, draw, effect = 0 }: Trial): ComparedRun[] {
  return Array.from({ length: tasks * repeats }, (_, i) => {
    const task = Math.floor(i / repeats);
    const composite = clamp(draw(random, task) + effect);
    const passed = Array.from({ length: 8 }, () => uniform(random) < 0.3 + 0.7 * composite).filter(Boolean).length;
    return { task_id: `t${task}`, composite, checks: { passed, total: 8 } };
  });
}

function rates(seed: string, trials: number, trial: Trial, formula = 'verdict'): Record<Verdict['verdict'], number> {
  const counts = { improved: 0, neutral: 0, regressed: 0 };
  const random = seededRandom(seed);
  for (let i = 0; i < trials; i++) {
    const baseline = side(random, { ...trial, effect: 0 });
    const candidate = side(random, trial);
    counts[Verdict.parse(score(formula, { baseline, candidate })).verdict] += 1 / trials;
  }
  return counts;
}

/** What a true rate of `rate` stays below in all but one of a thousand simulations of this many trials. */
const upTo = (rate: number, trials: number): number => rate + 3.1 * Math.sqrt((rate * (1 - rate)) / trials);

const TRIALS = 300;
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

test('over all shapes and noises together, the rates themselves are within 2.5 % and 5 %', () => {
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
  'a real effect of 0.3 over 20 tasks × 5 repeats is found at least nine times in ten: $name',
  ({ name, draw }: { name: string; draw: Draw }) => {
    const trials = 200;
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

test('the runs that an underpowered comparison asks for do show the effect', () => {
  const draw: Draw = (random) => clamp(0.5 + 0.08 * gaussian(random));
  const random = seededRandom('asked for');
  const trial = { tasks: 6, repeats: 4, draw };
  const asked = Verdict.parse(score('verdict', { baseline: side(random, trial), candidate: side(random, trial) }));
  expect(asked.underpowered).toBe(true);
  const repeats = asked.runs_needed as number;
  expect(rates('as asked', 200, { tasks: 6, repeats, draw, effect: 0.05 }).improved).toBeGreaterThan(0.6);
});

test('for scale: the one-run rule calls most identical configurations regressed', () => {
  const found = rates('one run', 400, { tasks: 10, repeats: 1, draw: NOISE['pass or fail'] as Draw }, 'verdict@1');
  expect(found.regressed).toBeGreaterThan(0.5);
});
