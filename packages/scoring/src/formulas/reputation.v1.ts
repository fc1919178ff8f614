import {
  CALIBRATED_EVALUATIONS,
  type Counted,
  type Defaulted,
  type Lifecycle,
  REPUTATION_WINDOW,
  Reputation,
  ReputationInput,
  type ReputationWindow,
} from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { buildLedger, type Loss } from '../ledger.ts';
import {
  add,
  compare,
  divide,
  type Fraction,
  floor,
  fraction,
  multiply,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '../math/exact.ts';
import { wilson } from '../math/wilson.ts';

/**
 * Reputation of an agent, 0–1000, over its 500 newest countable evaluations.
 *
 *   score = floor(400·pass_rate + 250·latency_score + 200·streak_score + 150·volume_score)
 *
 *   pass_rate     = passes / n
 *   latency_score = max(0, 1 − mean(latency_ms / latency_ref_ms))     over those that carry a latency; none → 0
 *   streak_score  = min(streak, 50) / 50                              consecutive passes back from the newest
 *   volume_score  = min(n, 500) / 500
 *
 * In exact fractions of whole microseconds: doubles give another integer on about 0.1 % of inputs.
 * Frozen. Another curve or constant is `reputation.v2.ts`.
 */
export const reputationV1 = defineFormula({
  id: 'reputation',
  version: '1',
  title: 'Reputation',
  description: 'Standing of an agent over its last 500 evaluations: pass rate, latency, streak and volume.',
  input: ReputationInput,
  output: Reputation,
  example: {
    evaluations: [
      { passed: true, latency_ms: 20 },
      { passed: false, latency_ms: 80 },
      { passed: true, latency_ms: 35 },
      { passed: true, latency_ms: 90_000, latency_ref_ms: 600_000 },
    ],
  },
  compute({ evaluations }) {
    const countable = evaluations.flatMap((evaluation, index) => (evaluation.errored ? [] : [{ evaluation, index }]));
    const window = countable.slice(-REPUTATION_WINDOW);
    const errored = evaluations.length - countable.length;
    const note: Defaulted[] =
      errored === 0
        ? []
        : [{ what: 'evaluations', value: null, reason: `${errored} errored evaluations are kept and not counted` }];
    const state = window.reduce((all, { evaluation }) => appendEvaluation(all, evaluation, null), {
      ...EMPTY_WINDOW,
      eval_count: countable.length - window.length,
    });
    const result = computeReputation(state);
    const losses = lossesOf(state, result, window);
    return { ...result, defaulted: [...note, ...result.defaulted], ledger: buildLedger(MAXIMUM, result.score, losses) };
  },
});

const FULL_STREAK = 50;
const MAXIMUM = 1000;
const POINTS = { pass_rate: 400, latency_score: 250, streak_score: 200, volume_score: 150 };
const DEFAULT_REF_MS = 100;
const ONE = fraction(1);

/** The window before the first evaluation. */
export const EMPTY_WINDOW: ReputationWindow = { eval_count: 0, n: 0, passes: 0, streak: 0, latencies: [] };

/**
 * The window after one more countable evaluation, without looking at the others. A full window also needs the
 * evaluation that falls out of it: the oldest of the 500.
 */
export function appendEvaluation(window: ReputationWindow, added: Counted, evicted: Counted | null): ReputationWindow {
  if ((evicted !== null) !== (window.n === REPUTATION_WINDOW)) {
    throw new RangeError(
      `Expected \`evicted\` to be ${window.n === REPUTATION_WINDOW ? 'the oldest evaluation of the full window' : 'null until the window is full'}`,
    );
  }
  const n = Math.min(window.n + 1, REPUTATION_WINDOW);
  return {
    eval_count: window.eval_count + 1,
    n,
    passes: window.passes + Number(added.passed) - Number(evicted?.passed ?? false),
    streak: added.passed ? Math.min(window.streak + 1, n) : 0,
    latencies: addLatency(evicted === null ? window.latencies : addLatency(window.latencies, evicted, -1), added, 1),
  };
}

// at most one sum per reference in the window, sorted so that the same evaluations give the same window
function addLatency(
  sums: ReputationWindow['latencies'],
  { latency_ms, latency_ref_ms }: Counted,
  sign: 1 | -1,
): ReputationWindow['latencies'] {
  if (latency_ms == null) return sums;
  const ref_us = micros(latency_ref_ms ?? DEFAULT_REF_MS);
  const old = sums.find((sum) => sum.ref_us === ref_us) ?? { ref_us, sum_us: 0, count: 0 };
  const updated = { ref_us, sum_us: old.sum_us + sign * micros(latency_ms), count: old.count + sign };
  const others = sums.filter((sum) => sum.ref_us !== ref_us);
  return updated.count === 0 ? others : [...others, updated].toSorted((a, b) => a.ref_us - b.ref_us);
}

const micros = (ms: number): number => Math.round(ms * 1000);

/** What an evaluation is answered with. */
export type ReputationState = Pick<Reputation, 'score' | 'lifecycle' | 'eval_count' | 'interval'>;

/** The reputation of a window without what explains it, for those who append many evaluations. */
export const reputationState = (window: ReputationWindow): ReputationState => measure(window).standing;

function measure(window: ReputationWindow) {
  const { n, passes, streak, eval_count } = window;
  const components = {
    pass_rate: n === 0 ? ZERO : divide(fraction(passes), fraction(n)),
    latency_score: latencyScore(window),
    streak_score: divide(fraction(Math.min(streak, FULL_STREAK)), fraction(FULL_STREAK)),
    volume_score: divide(fraction(n), fraction(REPUTATION_WINDOW)),
  };
  const others = sum([
    multiply(fraction(POINTS.latency_score), components.latency_score),
    multiply(fraction(POINTS.streak_score), components.streak_score),
    multiply(fraction(POINTS.volume_score), components.volume_score),
  ]);
  const at = (passRate: Fraction): number => floor(add(multiply(fraction(POINTS.pass_rate), passRate), others));
  const bounds = wilson(passes, n);
  const standing: ReputationState = {
    score: at(components.pass_rate),
    lifecycle: lifecycleOf(eval_count),
    eval_count,
    interval: { low: at(fraction(bounds.low)), high: at(fraction(bounds.high)) },
  };
  return { components, standing };
}

/** The reputation of a window. The ledger here is by component; from evaluations it is down to each of them. */
export function computeReputation(window: ReputationWindow): Reputation {
  const { n, streak } = window;
  const { components, standing } = measure(window);
  const measured = window.latencies.reduce((all, { count }) => all + count, 0);
  const sumUs = window.latencies.reduce((all, { sum_us }) => all + sum_us, 0);
  const partial = {
    score: standing.score,
    lifecycle: standing.lifecycle,
    eval_count: standing.eval_count,
    window_size: REPUTATION_WINDOW,
    n,
    streak,
    pass_rate: n === 0 ? null : toNumber(components.pass_rate),
    avg_latency_ms: measured === 0 ? null : sumUs / measured / 1000,
    components: {
      pass_rate: toNumber(components.pass_rate),
      latency_score: toNumber(components.latency_score),
      streak_score: toNumber(components.streak_score),
      volume_score: toNumber(components.volume_score),
    },
    interval: standing.interval,
    defaulted: [
      ...(n === 0 ? [{ what: 'pass_rate', value: 0, reason: 'no evaluation has been counted yet' }] : []),
      ...(measured === 0
        ? [{ what: 'latency_score', value: 0, reason: 'no evaluation in the window carries a latency' }]
        : []),
    ],
  };
  const ledger = buildLedger(MAXIMUM, standing.score, lossesOf(window, partial, null));
  return { ...partial, ledger, formula: 'reputation', formula_version: '1' };
}

function latencyScore({ latencies }: ReputationWindow): Fraction {
  const count = latencies.reduce((all, sums) => all + sums.count, 0);
  if (count === 0) return ZERO;
  const ratios = sum(latencies.map(({ ref_us, sum_us }) => divide(fraction(sum_us), fraction(ref_us))));
  const score = subtract(ONE, divide(ratios, fraction(count)));
  return compare(score, ZERO) < 0 ? ZERO : score;
}

function lifecycleOf(evalCount: number): Lifecycle {
  if (evalCount === 0) return 'new';
  if (evalCount < CALIBRATED_EVALUATIONS) return 'calibrating';
  return evalCount < REPUTATION_WINDOW ? 'active' : 'mature';
}

type Listed = { evaluation: Counted; index: number };

function lossesOf(
  window: ReputationWindow,
  { components, streak }: Pick<Reputation, 'components' | 'streak'>,
  listed: readonly Listed[] | null,
): Loss[] {
  const lost = (name: keyof typeof POINTS) => POINTS[name] * (1 - components[name]);
  const component = (group: keyof typeof POINTS, reason: string, ref: string | null = null): Loss => ({
    group,
    points: lost(group),
    reason,
    ref,
  });
  const { n, passes } = window;
  const failures = listed?.filter(({ evaluation }) => !evaluation.passed) ?? [];
  const timed = listed?.filter(({ evaluation }) => evaluation.latency_ms != null) ?? [];
  const ratioOf = ({ latency_ms, latency_ref_ms }: Counted) =>
    micros(latency_ms ?? 0) / micros(latency_ref_ms ?? DEFAULT_REF_MS);
  const ratios = timed.reduce((all, { evaluation }) => all + ratioOf(evaluation), 0);
  const broken = failures.at(-1);
  return [
    ...(failures.length > 0
      ? failures.map(({ index }) => ({
          group: 'pass_rate',
          points: POINTS.pass_rate / n,
          reason: 'pass_rate: failed',
          ref: `evaluations[${index}]`,
        }))
      : [
          component(
            'pass_rate',
            n === 0 ? 'pass_rate: no evaluation yet' : `pass_rate: ${n - passes} of ${n} evaluations failed`,
          ),
        ]),
    ...(ratios > 0
      ? timed.map(({ evaluation, index }) => ({
          group: 'latency_score',
          points: (lost('latency_score') * ratioOf(evaluation)) / ratios,
          reason: `latency_score: ${evaluation.latency_ms} ms against ${evaluation.latency_ref_ms ?? DEFAULT_REF_MS} ms`,
          ref: `evaluations[${index}]`,
        }))
      : [
          component(
            'latency_score',
            window.latencies.length === 0
              ? 'latency_score: no evaluation carries a latency'
              : 'latency_score: mean latency against its reference',
          ),
        ]),
    component(
      'streak_score',
      `streak_score: ${streak} consecutive passes of ${FULL_STREAK}`,
      broken === undefined ? null : `evaluations[${broken.index}]`,
    ),
    component('volume_score', `volume_score: ${n} evaluations of ${REPUTATION_WINDOW}`),
  ];
}
