import { type ComparedRun, SequentialVerdict, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { describe, expect, test } from 'vitest';
import {
  clamp,
  type Draw,
  downTo,
  drawSide,
  gaussian,
  NOISE,
  type Random,
  seededRandom,
  type Trial,
  upTo,
} from './simulated-runs.ts';
import { inSoak } from './soak.ts';

/*
 * Measures the error rates and power of `sequential`: data is analyzed after every round from the second on, until the
 * verdict is settled.
 */

type Rule = (sides: { baseline: ComparedRun[]; candidate: ComparedRun[] }, look: Look) => Ending;
interface Look {
  readonly taken: number;
  readonly planned: number;
}
interface Ending {
  readonly verdict: Verdict['verdict'];
  readonly settled: boolean;
}

const sequential: Rule = (sides, look) => SequentialVerdict.parse(score('sequential', { ...sides, look }));
/** Repeated analysis with a rule that does not correct for it. */
const peeking: Rule = (sides) => {
  const { verdict } = Verdict.parse(score('verdict@2', sides));
  return { verdict, settled: verdict !== 'neutral' };
};

/** `repeats` is the maximum number of rounds. */
function runToEnd(random: Random, trial: Trial, rule: Rule): Ending & { readonly rounds: number } {
  const round = (effect: number): ComparedRun[] => drawSide(random, { ...trial, repeats: 1, effect });
  const baseline = round(0);
  const candidate = round(trial.effect ?? 0);
  const planned = trial.repeats - 1;
  for (let taken = 1; ; taken++) {
    baseline.push(...round(0));
    candidate.push(...round(trial.effect ?? 0));
    const ending = rule({ baseline, candidate }, { taken, planned });
    if (ending.settled || taken === planned) return { ...ending, rounds: taken + 1 };
  }
}

interface Measured extends Record<Verdict['verdict'], number> {
  readonly rounds: number;
}

function measure(seed: string, trials: number, trial: Trial, rule = sequential): Measured {
  const random = seededRandom(seed);
  const endings = Array.from({ length: trials }, () => runToEnd(random, trial, rule));
  const rate = (word: Verdict['verdict']) => endings.filter(({ verdict }) => verdict === word).length / trials;
  return {
    improved: rate('improved'),
    neutral: rate('neutral'),
    regressed: rate('regressed'),
    rounds: endings.reduce((all, { rounds }) => all + rounds, 0) / trials,
  };
}

const TRIALS = inSoak(100, 500);
const SHAPES = [
  { tasks: 3, rounds: 5 },
  { tasks: 10, rounds: 4 },
  { tasks: 30, rounds: 3 },
];
const NOISES = ['log-normal cost', 'pass or fail', 'heavy tails'];
const measured: Measured[] = [];

describe.each(SHAPES)(
  '$tasks tasks, up to $rounds rounds, the same configuration on both sides',
  ({ tasks, rounds }) => {
    test.each(NOISES)('%s: improved at most 2.5 %, regressed at most 5 %, over all analyses', (name) => {
      const found = measure(`${name} ${tasks} ${rounds}`, TRIALS, {
        tasks,
        repeats: rounds,
        draw: NOISE[name] as Draw,
      });
      measured.push(found);
      expect(found.improved).toBeLessThanOrEqual(upTo(0.025, TRIALS));
      expect(found.regressed).toBeLessThanOrEqual(upTo(0.05, TRIALS));
    });
  },
);

test('averaged over all shapes and noises, the rates are within 2.5 % and 5 %', () => {
  const mean = (word: Verdict['verdict']) => measured.reduce((all, found) => all + found[word], 0) / measured.length;
  expect(measured).toHaveLength(SHAPES.length * NOISES.length);
  expect(mean('improved')).toBeLessThanOrEqual(0.025);
  expect(mean('regressed')).toBeLessThanOrEqual(0.05);
});

const noisy: Draw = (random) => clamp(0.5 + 0.1 * gaussian(random));

test('counterexample: without the correction, repeated analysis raises the error rate', () => {
  const trial = { tasks: 3, repeats: 6, draw: noisy };
  const naive = measure('peeking', 150, trial, peeking);
  const corrected = measure('peeking', 150, trial);
  expect(naive.improved + naive.regressed).toBeGreaterThan(0.05);
  expect(corrected.improved + corrected.regressed).toBeLessThan(0.5 * (naive.improved + naive.regressed));
});

test('an effect far above the noise is settled in fewer rounds than planned', () => {
  const found = measure('large', 40, { tasks: 6, repeats: 8, draw: noisy, effect: 0.3 });
  expect(found.improved).toBeGreaterThan(0.95);
  expect(found.rounds).toBeLessThan(4);
  expect(measure('harm', 40, { tasks: 6, repeats: 8, draw: noisy, effect: -0.3 })).toMatchObject({ regressed: 1 });
});

test('the recommended number of rounds finds the effect in at least 80 % of simulations', () => {
  const [tasks, trials] = [12, 80];
  const draw: Draw = (random) => clamp(0.5 + 0.07 * gaussian(random));
  const random = seededRandom('pilot');
  const pilot = { tasks, repeats: 3, draw };
  const asked = SequentialVerdict.parse(
    score('sequential', {
      baseline: drawSide(random, pilot),
      candidate: drawSide(random, pilot),
      look: { taken: 2, planned: 2 },
    }),
  );
  expect(asked).toMatchObject({ verdict: 'neutral', underpowered: true, settled: false });
  const found = measure('asked', trials, { tasks, repeats: asked.runs_needed as number, draw, effect: 0.05 });
  expect(found.improved).toBeGreaterThanOrEqual(downTo(0.8, trials));
  expect(found.improved).toBeLessThanOrEqual(upTo(0.85, trials));
});

test('no effect is settled as neutral once relevant effects are ruled out', () => {
  const quiet: Draw = (random) => clamp(0.5 + 0.02 * gaussian(random));
  const found = measure('quiet', 40, { tasks: 10, repeats: 6, draw: quiet });
  expect(found.rounds).toBeLessThan(3);
  expect(found.neutral).toBeGreaterThan(0.95);
});
