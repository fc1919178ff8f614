import type { AxisInput, Category, Defaulted, JudgedInteraction } from '@assay/schema';
import { fraction, sum as sumExactly, toNumber } from '../math/exact.ts';
import { splitLargest } from '../math/largest.ts';
import type { MeanLoss } from '../math/mean-loss.ts';
import { sum } from '../math/sum.ts';
import { type Measured, type Part, unscored } from './measured.ts';
import { speedCategory, speedSignal } from './speed.ts';

/** The rules that differ between AXIS versions. Everything else is shared and frozen. */
export type AxisRules = CommonRules & SpeedRule;

/** Speeds are combined by a weighted mean, or by a mean of their losses. */
type SpeedRule =
  /** The weight of a speed value in the mean. */
  | { readonly severity: (value: number) => number }
  /** Combines the losses of all interactions, each 1 − speed. */
  | { readonly meanLoss: (losses: readonly number[]) => MeanLoss };

interface CommonRules {
  /** Maps a raw dimension, 0–1, to 0–100. */
  readonly calibrate: (raw: number) => number;
  /** How to treat a dimension without interactions, or an interaction that was not judged. */
  readonly silence: 'perfect' | 'unknown';
}

/** The share of each signal in its dimension. */
export const SHARES = {
  environment: { success: 0.7, speed: 0.3 },
  service: { success: 0.7, speed: 0.3 },
  agent: { success: 0.1, speed: 0.1, weight: 0.2, relevance: 0.2, necessity: 0.4 },
} as const satisfies Record<Category, Record<string, number>>;

/** Measures one of the three dimensions based on interactions. */
export function measureCategory(name: Category, input: AxisInput, rules: AxisRules, defaulted: Defaulted[]): Measured {
  // the agent dimension counts every call, whatever its category
  const pool =
    name === 'agent' ? input.interactions : input.interactions.filter(({ categories }) => categories.includes(name));
  const counts = { interactions: pool.length, judged: pool.filter(({ signals }) => signals?.success != null).length };
  if (rules.silence === 'unknown') {
    if (pool.length === 0) return unscored('not_applicable', `the run has no ${name} interaction`, counts);
    if (counts.judged === 0) return unscored('withheld', 'no judge said whether these interactions succeeded', counts);
    if (name === 'agent' && input.necessity == null)
      return unscored('withheld', 'no judge said what was necessary', counts);
  }
  if (pool.length === 0) {
    const reason = `the run has no ${name} interaction, which this version takes for perfect`;
    defaulted.push({ what: name, value: 100, reason });
    return { dimension: { status: 'scored', score: 100, raw: 1, signals: {}, ...counts }, parts: [] };
  }
  const signals = Object.entries(SHARES[name]).flatMap(([signal, weight]) => {
    const note = (reason: string, value: number | null) => defaulted.push({ what: `${name}.${signal}`, value, reason });
    const measured = measureSignal(signal, pool, input, rules, note);
    return measured === null ? [] : [{ signal, weight, ...measured }];
  });

  const total = toNumber(sumExactly(signals.map(({ weight }) => fraction(weight))));
  const raw = Math.min(1, sum(signals.map(({ weight, value }) => weight * value)) / total);
  const score = Math.floor(rules.calibrate(raw) + 0.5);
  const values = Object.fromEntries(signals.map(({ signal, value }) => [signal, value]));
  return { dimension: { status: 'scored', score, raw, signals: values, ...counts }, parts: partsOf(signals, pool) };
}

/** One signal over the interactions of a dimension: its value, and the loss of each interaction. */
interface Signal {
  readonly value: number;
  /** Empty when the signal describes the whole run. */
  readonly missed: readonly number[];
}

type Note = (reason: string, value: number | null) => void;

function measureSignal(
  signal: string,
  pool: readonly JudgedInteraction[],
  input: AxisInput,
  rules: AxisRules,
  note: Note,
): Signal | null {
  switch (signal) {
    case 'necessity':
      if (input.necessity == null) note('not judged, which this version takes for perfect', 1);
      return { value: input.necessity?.agent ?? 1, missed: [] };
    case 'speed': {
      const values = pool.map(
        ({ categories, duration_ms }) => speedSignal(speedCategory(categories), duration_ms).value,
      );
      return 'severity' in rules ? average(values, values.map(rules.severity)) : combineLosses(values, rules.meanLoss);
    }
    default:
      return judgedSignal(signal as 'success' | 'weight' | 'relevance', pool, rules, note);
  }
}

// a mean weighted by context size
function judgedSignal(
  signal: 'success' | 'weight' | 'relevance',
  pool: readonly JudgedInteraction[],
  rules: AxisRules,
  note: Note,
): Signal | null {
  const values = pool.map(({ signals }) => signals?.[signal] ?? null);
  const silent = values.filter((value) => value === null).length;
  const assumed = rules.silence === 'perfect';
  if (silent > 0) {
    const found = `${silent} of ${pool.length} interactions not judged`;
    if (assumed) note(`${found}, which this version takes for perfect`, 1);
    else if (silent < pool.length) note(`${found} and left out`, null);
    else note('judged on no interaction; its share went to the other signals', null);
  }
  if (!assumed && silent === pool.length) return null;
  const weights = pool.map(({ context_bytes }, i) => (values[i] === null && !assumed ? 0 : Math.max(1, context_bytes)));
  return average(
    values.map((value) => value ?? 1),
    weights,
  );
}

function average(values: readonly number[], weights: readonly number[]): Signal {
  const total = sum(weights);
  return {
    value: sum(values.map((value, i) => value * (weights[i] as number))) / total,
    missed: values.map((value, i) => ((1 - value) * (weights[i] as number)) / total),
  };
}

function combineLosses(values: readonly number[], meanLoss: (losses: readonly number[]) => MeanLoss): Signal {
  const { loss, shares } = meanLoss(values.map((value) => 1 - value));
  return { value: 1 - loss, missed: shares.map((share) => loss * share) };
}

// the ledger lists at most 20 losses per dimension, so more per signal are never needed
const NAMED_PER_SIGNAL = 20;

function partsOf(
  signals: readonly ({ signal: string; weight: number } & Signal)[],
  pool: readonly JudgedInteraction[],
): Part[] {
  const lost = sum(signals.map(({ weight, value }) => weight * (1 - value)));
  return signals.flatMap(({ signal, weight, value, missed }): Part[] => {
    if (value >= 1) return [];
    const shareOf = (loss: number) => (weight * loss) / lost;
    if (missed.length === 0) return [{ signal, share: shareOf(1 - value), reason: `${signal} ${value}`, ref: signal }];
    const losing = missed.flatMap((loss, index) => (loss > 0 ? [index] : []));
    const { largest, others } = splitLargest(losing, NAMED_PER_SIGNAL, (index) => missed[index] as number);
    const named = largest.map((index) => {
      const id = String(pool[index]?.id);
      return { signal, share: shareOf(missed[index] as number), reason: `${signal} of interaction ${id}`, ref: id };
    });
    if (others.length === 0) return named;
    const rest = shareOf(sum(others.map((index) => missed[index] as number)));
    return [...named, { signal, share: rest, reason: `${signal} of ${others.length} more interactions`, ref: null }];
  });
}
