import type { ComparedRun, Verdict } from '@assay/schema';
import { type Random, seededRandom } from '../packages/scoring/src/math/random.ts';

/*
 * Runs drawn from a seed, so that measured rates are reproducible.
 */

/** The composite of one run of a task. */
export type Draw = (random: Random, task: number) => number;

export const uniform = (random: Random): number => (random.below(2 ** 31) + 0.5) / 2 ** 31;
export const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
export const clamp = (value: number): number => Math.min(1, Math.max(0, value));

export const NOISE: Readonly<Record<string, Draw>> = {
  // composite near the top, with the cost term moved by log-normal cost noise of σ = 0.3
  'log-normal cost': (random) => clamp(0.9 + 0.1 * Math.max(-1, Math.min(1, 1 - Math.exp(0.3 * gaussian(random))))),
  'pass or fail': (random, task) => Number(uniform(random) < 0.2 + 0.6 * ((task * 7) % 10) * 0.1),
  'heavy tails': (random) => clamp(0.6 + (0.05 * gaussian(random)) / Math.max(0.02, Math.abs(gaussian(random)))),
  'one wild task': (random, task) => (task === 0 ? uniform(random) : clamp(0.5 + 0.01 * gaussian(random))),
  'almost none': (random) => (uniform(random) < 0.03 ? 0.5 : 0.8),
};

export interface Trial {
  readonly tasks: number;
  readonly repeats: number;
  readonly draw: Draw;
  readonly effect?: number;
}

/** The runs of one side, grouped by task. */
export const drawSide = (random: Random, trial: Trial): ComparedRun[] =>
  Array.from({ length: trial.tasks * trial.repeats }, (_, i) => drawRun(random, trial, Math.floor(i / trial.repeats)));

function drawRun(random: Random, { draw, effect = 0 }: Pick<Trial, 'draw' | 'effect'>, task: number): ComparedRun {
  const composite = clamp(draw(random, task) + effect);
  const passed = Array.from({ length: 8 }, () => uniform(random) < 0.3 + 0.7 * composite).filter(Boolean).length;
  return { task_id: `t${task}`, composite, checks: { passed, total: 8 } };
}

/** The verdicts of both stages of a comparison. */
export interface Staged {
  readonly first: Verdict;
  readonly verdict: Verdict;
  /** Fresh runs of both sides together. */
  readonly extra: number;
}

type Sides = Record<'baseline' | 'candidate', ComparedRun[]>;
export type Judge = (runs: Sides & { confirmation: Sides & { looks_taken: number } }) => Verdict;

/** The second stage of `assay compare`: fresh runs of the suspected tasks, analyzed at most twice. */
export function drawFresh(
  random: Random,
  { judge, sides, trials }: { judge: Judge; sides: Sides; trials: Record<'baseline' | 'candidate', Trial> },
): Staged {
  const fresh: Sides = { baseline: [], candidate: [] };
  const look = (looks_taken: number) => judge({ ...sides, confirmation: { looks_taken, ...fresh } });
  const first = look(0);
  let verdict = first;
  for (let taken = 1; taken <= 2 && verdict.confirmation !== undefined; taken++) {
    const { tasks, runs_needed } = verdict.confirmation;
    const open = tasks.filter(({ status }) => status === 'suspected').map(({ task_id }) => Number(task_id.slice(1)));
    if (open.length === 0 || verdict.verdict === 'regressed') break;
    for (const side of ['baseline', 'candidate'] as const)
      for (const task of open)
        fresh[side].push(...Array.from({ length: runs_needed }, () => drawRun(random, trials[side], task)));
    verdict = look(taken);
  }
  return { first, verdict, extra: fresh.baseline.length + fresh.candidate.length };
}

/** Upper bound for a true rate of `rate`, exceeded in one of a thousand simulations with this many trials. */
export const upTo = (rate: number, trials: number): number => rate + 3.1 * Math.sqrt((rate * (1 - rate)) / trials);

/** Lower bound with the same confidence. */
export const downTo = (rate: number, trials: number): number => rate - 3.1 * Math.sqrt((rate * (1 - rate)) / trials);

export { type Random, seededRandom };
