import type { AxisInput, AxisResult, AxisWeights, Band, Defaulted } from '@assay/schema';
import type { Unstamped } from '../formula.ts';
import { buildLedger, type Loss } from '../ledger.ts';
import { divide, fraction, multiply, roundHalfUp, sum, toNumber } from '../math/exact.ts';
import { type AxisRules, measureCategory } from './category.ts';
import { goalAchievement } from './goal.ts';
import { findInsights } from './insights.ts';

const DIMENSIONS = ['goal_achievement', 'environment', 'service', 'agent'] as const;
const WEIGHTS: AxisWeights = { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 };

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
  const common = { partial, dimensions, weights, insights: findInsights(measured), defaulted };

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

/** Excellent 90–100, Good 75–89, Fair 50–74, Poor below 50. */
export function axisBand(score: number): Band {
  if (score >= 90) return 'Excellent';
  if (score >= 75) return 'Good';
  return score >= 50 ? 'Fair' : 'Poor';
}
