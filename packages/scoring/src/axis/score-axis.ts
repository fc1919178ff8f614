import type {
  AxisInput,
  AxisInsight,
  AxisResult,
  AxisWeights,
  Band,
  Defaulted,
  Interaction,
  InteractionJudgment,
} from '@assay/schema';
import type { Unstamped } from '../formula.ts';
import { buildLedger, type Loss } from '../ledger.ts';
import { divide, fraction, multiply, roundHalfUp, sum, toNumber } from '../math/exact.ts';
import { splitLargest } from '../math/largest.ts';
import { sum as addUp } from '../math/sum.ts';
import { type AxisRules, measureCategory } from './category.ts';
import { goalAchievement } from './goal.ts';
import type { Measured } from './measured.ts';

const DIMENSIONS = ['goal_achievement', 'environment', 'service', 'agent'] as const;
const WEIGHTS: AxisWeights = { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 };

const BELOW = 75;
const SHOWN = 5;

/** AXIS input of a run: its interactions, each with the judge's signals, and the judge's necessity rating. */
export function judgedInteractions(
  interactions: readonly Interaction[],
  judgment: Pick<InteractionJudgment, 'signals' | 'necessity'> | null,
): Pick<AxisInput, 'interactions' | 'necessity'> {
  const necessity = judgment?.necessity ?? null;
  return {
    interactions: interactions.map((interaction) => ({
      ...interaction,
      signals: judgment?.signals[interaction.id] ?? null,
    })),
    necessity: necessity === null ? null : { agent: necessity },
  };
}

/** The AXIS result under the rules of one version: the weighted mean of the scored dimensions. */
export function scoreAxis(input: AxisInput, rules: AxisRules): Unstamped<AxisResult> {
  const weights = input.weights ?? WEIGHTS;
  const defaulted: Defaulted[] = [];
  const measured = {
    goal_achievement: goalAchievement(input.goal?.checks ?? [], defaulted),
    environment: measureCategory('environment', input, rules, defaulted),
    service: measureCategory('service', input, rules, defaulted),
    agent: measureCategory('agent', input, rules, defaulted),
  };
  const dimensions = {
    goal_achievement: measured.goal_achievement.dimension,
    environment: measured.environment.dimension,
    service: measured.service.dimension,
    agent: measured.agent.dimension,
  };
  for (const what of DIMENSIONS) {
    const { status, reason } = dimensions[what];
    if (status === 'scored') continue;
    defaulted.push({ what, value: null, reason: `${status}: ${reason}; left out of the result` });
  }
  const partial = DIMENSIONS.some((name) => dimensions[name].status === 'withheld' && weights[name] > 0);
  const common = { partial, dimensions, weights, insights: explainLow(measured), defaulted };

  const counted = DIMENSIONS.flatMap((name) => {
    const { score } = dimensions[name];
    return score === null ? [] : [{ name, score, weight: fraction(weights[name]) }];
  });
  const total = sum(counted.map(({ weight }) => weight));
  if (total.num === 0n)
    return { score: null, band: null, reason: 'no dimension with a weight has a number', ...common, ledger: [] };

  const score = roundHalfUp(divide(sum(counted.map((one) => multiply(one.weight, fraction(one.score)))), total));
  const losses = counted.flatMap(({ name, weight, score: dimension }) => {
    const lost = toNumber(divide(multiply(weight, fraction(100 - dimension)), total));
    return measured[name].parts.map(
      ({ share, reason, ref }): Loss => ({ group: name, points: lost * share, reason: `${name}: ${reason}`, ref }),
    );
  });
  return { score, band: axisBand(score), ...common, ledger: buildLedger(100, score, losses) };
}

/** For each low dimension: its weakest weighted signal and the evidence that cost it most. */
function explainLow(measured: Readonly<Record<string, Measured>>): AxisInsight[] {
  return Object.entries(measured).flatMap(([name, { dimension, parts }]) => {
    if (dimension.status !== 'scored' || dimension.score >= BELOW) return [];
    const bySignal = [...Map.groupBy(parts, ({ signal }) => signal)];
    const losses = bySignal.map(([signal, own]) => ({ signal, own, share: addUp(own.map(({ share }) => share)) }));
    const weakest = losses.toSorted((a, b) => b.share - a.share)[0];
    if (weakest === undefined) return [];
    const worst = splitLargest(
      weakest.own.filter(({ ref }) => ref !== null),
      SHOWN,
      ({ share }) => share,
    ).largest;
    const why = worst.map(({ reason }) => reason).join(', ');
    return [
      {
        dimension: name,
        signal: weakest.signal,
        value: dimension.signals[weakest.signal] ?? 0,
        points: weakest.share * (100 - dimension.score),
        message: `${name} is at ${dimension.score}; ${weakest.signal} costs it most: ${why}`,
        refs: worst.flatMap(({ ref }) => ref ?? []),
      },
    ];
  });
}

/** Excellent 90–100, Good 75–89, Fair 50–74, Poor below 50. */
export function axisBand(score: number): Band {
  if (score >= 90) return 'Excellent';
  if (score >= 75) return 'Good';
  return score >= 50 ? 'Fair' : 'Poor';
}
