import {
  type Defaulted,
  type LatencyBaseline,
  type Resources,
  Scorecard,
  ScorecardInput,
  type Stage,
  type Tier,
} from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { buildLedger, type Loss } from '../ledger.ts';
import {
  clamp,
  compare,
  divide,
  type Fraction,
  fraction,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toNumber,
} from '../math/exact.ts';

/**
 * Run scorecard, 0–100. It never fails a run: what cannot be computed counts 50 and is named in `defaulted`.
 *
 *   score = (40·completion + 30·error_rate + 20·latency + 10·resource_efficiency) / 100
 *
 *   completion           COMPLETED 100, BLOCKED 30, FAILED 0
 *   error_rate           100 × stages passed on their first attempt / stages executed
 *   latency              100 × (3 − wall_ms/p50_ms) / 2.5          half the typical time 100, typical 80, three times 0
 *   resource_efficiency  0.7 × memory + 0.3 × CPU                  memory = 100 × (1 − peak/limit)
 *                                                                  CPU = 100 × (1 − throttled_periods/periods)
 *
 * Each axis is clamped to 0–100 and rounded half up before weighting; so is the score. Exact throughout.
 * Frozen. Another curve or constant is `scorecard.v3.ts`.
 */
export const scorecardV2 = defineFormula({
  id: 'scorecard',
  version: '2',
  title: 'Run scorecard',
  description: 'How well a run went: did it complete, at first try, in the usual time, within its resources.',
  input: ScorecardInput,
  output: Scorecard,
  example: {
    outcome: 'COMPLETED',
    stages: [
      { name: 'build', attempts: 1, passed: true },
      { name: 'test', attempts: 2, passed: true },
    ],
    wall_ms: 96_000,
    baseline: { p50_ms: 80_000, sample_count: 20 },
    resources: {
      memory_peak_bytes: 214_748_364,
      memory_limit_bytes: 2_147_483_648,
      cpu_periods: 900,
      cpu_throttled_periods: 27,
    },
  },
  compute(input) {
    const defaulted: Defaulted[] = [];
    const weights = chooseWeights(input.weights, defaulted);
    const measures = {
      completion: completion(input.outcome),
      error_rate: errorRate(input.stages ?? [], defaulted),
      latency: latency(input.wall_ms ?? null, input.baseline ?? null, defaulted),
      resource_efficiency: resourceEfficiency(input.resources ?? null, defaulted),
    };
    const axes = {
      completion: roundHalfUp(measures.completion.value),
      error_rate: roundHalfUp(measures.error_rate.value),
      latency: roundHalfUp(measures.latency.value),
      resource_efficiency: roundHalfUp(measures.resource_efficiency.value),
    };
    const weighted = AXES.map((axis) => multiply(fraction(weights[axis]), fraction(axes[axis])));
    const score = roundHalfUp(divide(sum(weighted), HUNDRED));
    const losses = AXES.flatMap((axis) =>
      measures[axis].losses.map((loss) => ({ ...loss, group: axis, points: (loss.points * weights[axis]) / 100 })),
    );
    return { score, tier: scorecardTier(score), axes, weights, defaulted, ledger: buildLedger(100, score, losses) };
  },
});

const AXES = ['completion', 'error_rate', 'latency', 'resource_efficiency'] as const;
type Weights = Record<(typeof AXES)[number], number>;
const WEIGHTS: Weights = { completion: 40, error_rate: 30, latency: 20, resource_efficiency: 10 };
const NEUTRAL = fraction(50);
const HUNDRED = fraction(100);

/** An axis before rounding, and what kept it from 100. */
interface Measure {
  readonly value: Fraction;
  readonly losses: readonly Omit<Loss, 'group'>[];
}

function chooseWeights(given: unknown, defaulted: Defaulted[]): Weights {
  if (given === undefined || given === null) return WEIGHTS;
  const problem = weightProblem(given);
  if (problem === null) return given as Weights;
  defaulted.push({ what: 'weights', value: null, reason: `${problem}; the default weights were used` });
  return WEIGHTS;
}

function weightProblem(given: unknown): string | null {
  if (
    typeof given !== 'object' ||
    Object.keys(given as object)
      .toSorted()
      .join() !== AXES.toSorted().join()
  ) {
    return `expected weights for ${AXES.join(', ')} and nothing else`;
  }
  const values = Object.values(given as object);
  if (!values.every((value) => Number.isFinite(value) && value > 0)) return 'expected every weight to be above 0';
  return compare(sum(values.map(fraction)), HUNDRED) === 0 ? null : 'expected the weights to sum to 100';
}

function completion(outcome: ScorecardInput['outcome']): Measure {
  const value = { COMPLETED: 100, BLOCKED: 30, FAILED: 0 }[outcome];
  return {
    value: fraction(value),
    losses: [{ points: 100 - value, reason: `completion: the run was ${outcome}`, ref: 'outcome' }],
  };
}

function errorRate(stages: readonly Stage[], defaulted: Defaulted[]): Measure {
  if (stages.length === 0) return neutral('error_rate', 'no stage was executed', defaulted);
  const failed = stages.flatMap((stage, index) => (stage.passed && stage.attempts === 1 ? [] : [{ stage, index }]));
  const losses = failed.map(({ stage, index }) => ({
    points: 100 / stages.length,
    reason: stage.passed
      ? `error_rate: stage ${stage.name} passed on attempt ${stage.attempts}`
      : `error_rate: stage ${stage.name} did not pass in ${stage.attempts} attempt${stage.attempts === 1 ? '' : 's'}`,
    ref: `stages[${index}]`,
  }));
  return { value: divide(fraction(100 * (stages.length - failed.length)), fraction(stages.length)), losses };
}

function latency(wallMs: number | null, baseline: LatencyBaseline | null, defaulted: Defaulted[]): Measure {
  if (!known(wallMs)) return neutral('latency', 'the wall time is not known', defaulted);
  if (baseline === null || baseline.sample_count === 0)
    return neutral('latency', 'there is no completed run to compare with', defaulted);
  if (!known(baseline.p50_ms) || baseline.p50_ms === 0)
    return neutral('latency', 'the baseline is not a positive time', defaulted);
  const ratio = divide(fraction(wallMs), fraction(baseline.p50_ms));
  const value = percent(divide(subtract(fraction(3), ratio), fraction(2.5)));
  const times = Math.round(toNumber(ratio) * 100) / 100;
  return {
    value,
    losses: [{ points: 100 - toNumber(value), reason: `latency: ${times} times the typical duration`, ref: 'wall_ms' }],
  };
}

function resourceEfficiency(resources: Resources | null, defaulted: Defaulted[]): Measure {
  const memory = unusedShare(resources?.memory_peak_bytes, resources?.memory_limit_bytes);
  const cpu = unusedShare(resources?.cpu_throttled_periods, resources?.cpu_periods);
  if (memory === null && cpu === null)
    return neutral('resource_efficiency', 'neither memory nor CPU was measured', defaulted);
  if (memory === null)
    defaulted.push({ what: 'resource_efficiency.memory', value: 50, reason: 'peak or limit of memory is not known' });
  if (cpu === null)
    defaulted.push({
      what: 'resource_efficiency.cpu',
      value: 50,
      reason: 'CPU periods or throttled periods are not known',
    });
  const parts = [
    {
      share: 0.7,
      value: memory ?? NEUTRAL,
      reason: memory ? 'memory used of its limit' : 'memory is not known and counts 50',
      ref: 'resources.memory_peak_bytes',
    },
    {
      share: 0.3,
      value: cpu ?? NEUTRAL,
      reason: cpu ? 'CPU periods throttled' : 'CPU is not known and counts 50',
      ref: 'resources.cpu_throttled_periods',
    },
  ];
  return {
    value: sum(parts.map(({ share, value }) => multiply(fraction(share), value))),
    losses: parts.map(({ share, value, reason, ref }) => ({
      points: share * (100 - toNumber(value)),
      reason: `resource_efficiency: ${reason}`,
      ref,
    })),
  };
}

/** 100 × (1 − used/available); null where either is not known or nothing was available. */
function unusedShare(used: number | null | undefined, available: number | null | undefined): Fraction | null {
  if (!known(used) || !known(available) || available === 0) return null;
  return percent(subtract(fraction(1), divide(fraction(used), fraction(available))));
}

function neutral(what: string, reason: string, defaulted: Defaulted[]): Measure {
  defaulted.push({ what, value: 50, reason });
  return { value: NEUTRAL, losses: [{ points: 50, reason: `${what}: ${reason}, and counts 50`, ref: null }] };
}

const known = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const percent = (share: Fraction): Fraction => clamp(multiply(share, HUNDRED), fraction(0), HUNDRED);

/** Bronze 0–39, Silver 40–69, Gold 70–89, Elite 90–100. */
export function scorecardTier(score: number | null): Tier {
  if (score === null) return 'Unranked';
  if (score >= 90) return 'Elite';
  if (score >= 70) return 'Gold';
  return score >= 40 ? 'Silver' : 'Bronze';
}
