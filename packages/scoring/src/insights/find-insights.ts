import type {
  AxisResult,
  Insight,
  Interaction,
  InteractionJudgment,
  Judgment,
  Signals,
  TranscriptEntry,
} from '@assay/schema';
import { SHARES } from '../axis/category.ts';
import { createContext, type HeuristicContext, type Step } from '../heuristic/context.ts';
import type { Cause, CauseScope, FoundCause } from './cause.ts';
import { CAUSES } from './causes/index.ts';
import { quoteCalls } from './quote-call.ts';

/** The input of insights. */
export interface InsightsInput {
  readonly axis: AxisResult;
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
  readonly judged: InteractionJudgment | null;
  readonly judgment: Judgment | null;
  readonly cost_usd_micros: number | null;
}

type Dimension = Insight['dimension'];

const BELOW = 75;
// a signal with a smaller share of the loss is not a cause
const WORTH_SAYING = 0.2;
const MOST_REFS = 20;

/** For each dimension below 75: the causes in words, their cost, and where to look; costliest first. */
export function findInsights(input: InsightsInput): Insight[] {
  const low = (Object.keys(input.axis.dimensions) as Dimension[]).filter((name) => {
    const { score } = input.axis.dimensions[name];
    return score !== null && score < BELOW;
  });
  if (low.length === 0) return [];
  const { entries, interactions } = input;
  const context = createContext({ entries: [...entries], interactions: [...interactions] });
  return low
    .flatMap((dimension) => explainDimension(dimension, input, context))
    .toSorted((a, b) => b.points - a.points);
}

function explainDimension(dimension: Dimension, input: InsightsInput, context: HeuristicContext): Insight[] {
  const lost = lossOf(dimension, input.axis);
  return listLosses(dimension, input.axis)
    .filter(({ share }) => share >= WORTH_SAYING)
    .flatMap(({ signal, share, value }) => {
      const found = findCauses(createScope({ dimension, signal, value, input, context }));
      return found.length === 0 ? [] : [describe(found, { dimension, signal, points: lost * share, input })];
    });
}

/** The points of the result lost to a dimension, from the ledger. */
const lossOf = (dimension: Dimension, { ledger }: AxisResult): number =>
  ledger.filter(({ reason }) => reason.startsWith(`${dimension}: `)).reduce((all, { points }) => all + points, 0);

interface SignalLoss {
  readonly signal: string;
  readonly value: number;
  /** Share of the dimension's loss. */
  readonly share: number;
}

function listLosses(dimension: Dimension, { dimensions }: AxisResult): SignalLoss[] {
  const { signals } = dimensions[dimension];
  const weights: Readonly<Record<string, number>> =
    dimension === 'goal_achievement' ? { rubric: 1 } : SHARES[dimension];
  const losses = Object.entries(signals).map(([signal, value]) => ({
    signal,
    value,
    lost: (weights[signal] ?? 0) * (1 - value),
  }));
  const total = losses.reduce((all, { lost }) => all + lost, 0);
  return losses
    .filter(({ lost }) => lost > 0)
    .map(({ signal, value, lost }) => ({ signal, value, share: lost / total }))
    .toSorted((a, b) => b.share - a.share);
}

interface ScopeOptions {
  readonly dimension: Dimension;
  readonly signal: string;
  readonly value: number;
  readonly input: InsightsInput;
  readonly context: HeuristicContext;
}

function createScope({ dimension, signal, value, input: { judged, judgment }, context }: ScopeOptions): CauseScope {
  const steps = context.steps.filter(
    ({ interaction: { categories } }) => dimension === 'agent' || categories.some((category) => category === dimension),
  );
  return {
    context,
    steps,
    signal,
    value,
    isLosing: ({ interaction: { id } }) => {
      const signals = judged?.signals[id];
      return !isJudged(signal) || (signals?.[signal] ?? 1) < 1;
    },
    rubric: judgment?.status === 'judged' ? judgment.rubric : [],
  };
}

const isJudged = (signal: string): signal is keyof Signals =>
  signal === 'success' || signal === 'weight' || signal === 'relevance';

function findCauses(scope: CauseScope): FoundCause[] {
  const found = CAUSES.filter(({ signals }) => signals.includes(scope.signal)).flatMap(
    (cause) => cause.find(scope) ?? [],
  );
  if (found.length > 0) return found;
  return judgedLow.signals.includes(scope.signal) ? [judgedLow.find(scope)].filter((one) => one !== null) : [];
}

interface Cost {
  readonly dimension: Dimension;
  readonly signal: string;
  readonly points: number;
  readonly input: InsightsInput;
}

function describe(found: readonly FoundCause[], { dimension, signal, points, input }: Cost): Insight {
  const steps = [...new Set(found.flatMap((one) => one.steps))].toSorted((a, b) => a.start_index - b.start_index);
  const refs = [...steps.map(({ interaction }) => interaction.id), ...found.flatMap((one) => one.refs ?? [])];
  return {
    dimension,
    signal,
    message: found.map(({ words }) => words).join('; '),
    points: Math.round(points * 100) / 100,
    time_ms: sumTime(steps),
    cost_usd_micros: estimateCost(steps, input),
    refs: refs.slice(0, MOST_REFS),
    entry_ids: steps.slice(0, MOST_REFS).flatMap(({ entry_ids }) => entry_ids.slice(0, 2)),
  };
}

function sumTime(steps: readonly Step[]): number | null {
  const known = steps.flatMap(({ interaction: { duration_ms } }) => duration_ms ?? []);
  return known.length === 0 ? null : known.reduce((all, duration_ms) => all + duration_ms, 0);
}

// estimated from text size, because no agent reports the cost per call
function estimateCost(steps: readonly Step[], { interactions, cost_usd_micros }: InsightsInput): number | null {
  const total = sizeOf(interactions);
  if (cost_usd_micros === null || steps.length === 0 || total === 0) return null;
  return Math.round((cost_usd_micros * sizeOf(steps.map(({ interaction }) => interaction))) / total);
}

const sizeOf = (interactions: readonly Interaction[]): number =>
  interactions.reduce((all, { context_bytes }) => all + context_bytes, 0);

const PHRASES: Readonly<Record<string, string>> = {
  success: 'as not fully successful',
  weight: 'as larger or smaller than needed',
  relevance: 'as of little use for later steps',
};

/** The fallback when no other cause explains a signal: the judge's rating. */
const judgedLow: Cause = {
  id: 'judged-low',
  signals: ['success', 'weight', 'relevance', 'necessity'],

  find({ signal, steps, isLosing, value }) {
    const phrase = PHRASES[signal];
    if (phrase === undefined)
      return { words: `the judge rated ${Math.round(value * 100)} % of the work as needed`, steps: [] };
    const losing = steps.filter(isLosing);
    return {
      words: `the judge rated ${losing.length} of ${steps.length} steps ${phrase}: ${quoteCalls(losing)}`,
      steps: losing,
    };
  },
};
