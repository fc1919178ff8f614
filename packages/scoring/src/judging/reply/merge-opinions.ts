import type { EvidenceRef, FactCheck } from '@assay/schema';
import { median } from '../../math/quantile.ts';
import type { RunOpinion } from './run-reply.ts';

/** Several opinions merged into one. */
interface MergedOpinion extends RunOpinion {
  /** The share of opinions with this verdict. */
  readonly agreement: number;
}

/**
 * Merges opinions: the majority verdict, the medians of all ratings, and the text of the winning opinion nearest to the
 * medians. Independent of their order. A tie gives no verdict.
 */
export function mergeOpinions(opinions: readonly RunOpinion[]): MergedOpinion | 'split' | null {
  if (opinions.length === 0) return null;
  const inOrder = opinions.toSorted(byContent);
  const verdict = mostCommon(inOrder.map((opinion) => opinion.verdict));
  if (verdict === undefined) return 'split';
  const side = inOrder.filter((opinion) => opinion.verdict === verdict);
  const middle = middleOf(inOrder);
  // sorting is stable, so ties keep the order by content
  const voice = side.toSorted((one, other) => distance(one, middle) - distance(other, middle))[0] as RunOpinion;
  const failure_mode = mostCommon(side.map((opinion) => opinion.failure_mode)) ?? voice.failure_mode;
  const labelled = [voice, ...side].find((opinion) => opinion.failure_mode === failure_mode) ?? voice;
  return {
    verdict,
    ...middle,
    failure_mode: labelled.failure_mode,
    failure_mode_raw: labelled.failure_mode_raw,
    secondary_failure_modes: labelled.secondary_failure_modes,
    fault_side: labelled.fault_side,
    reasoning: voice.reasoning,
    agreement: side.length / opinions.length,
    fact_checks: voice.fact_checks.map((_, index) => mergeChecks(inOrder, { voice, index })),
    rubric: voice.rubric.map((check, index) => ({
      ...check,
      grade: median(inOrder.flatMap(({ rubric }) => rubric[index]?.grade ?? [])) ?? check.grade,
    })),
  };
}

type Ratings = Pick<RunOpinion, 'task_completion' | 'instruction_adherence' | 'efficiency'>;

function middleOf(opinions: readonly RunOpinion[]): Ratings {
  const middle = (name: keyof Ratings) => median(opinions.map((opinion) => opinion[name])) as number;
  return {
    task_completion: middle('task_completion'),
    instruction_adherence: middle('instruction_adherence'),
    efficiency: middle('efficiency'),
  };
}

const distance = (one: Ratings, other: Ratings): number =>
  Math.abs(one.task_completion - other.task_completion) +
  Math.abs(one.instruction_adherence - other.instruction_adherence) +
  Math.abs(one.efficiency - other.efficiency);

function byContent(one: RunOpinion, other: RunOpinion): number {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The most common value; undefined on a tie. */
function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const leading = [...counts].filter(([, count]) => count === most);
  return leading.length === 1 ? leading[0]?.[0] : undefined;
}

/** Merges one row by majority. On a tie, the row is unsupported. */
function mergeChecks(
  opinions: readonly RunOpinion[],
  { voice, index }: { voice: RunOpinion; index: number },
): FactCheck {
  const own = voice.fact_checks[index] as FactCheck;
  const checks = opinions.flatMap(({ fact_checks }) => fact_checks[index] ?? []);
  if (own.by === 'deterministic' || checks.length === 1) return own;
  const status = mostCommon(checks.map((check) => check.status));
  if (status === undefined)
    return { ...own, status: 'unsupported', turn_violated: null, evidence: [], reason: 'the answers are divided' };
  const agreeing = checks.filter((check) => check.status === status);
  const speaker = own.status === status ? own : (agreeing[0] as FactCheck);
  const turn = mostCommon(agreeing.map((check) => check.turn_violated));
  return {
    ...speaker,
    turn_violated: turn === undefined ? speaker.turn_violated : turn,
    evidence: unique(agreeing.flatMap(({ evidence }) => evidence)),
  };
}

const unique = (refs: readonly EvidenceRef[]): EvidenceRef[] => [
  ...new Map(refs.map((ref) => [`${ref.kind} ${ref.ref}`, ref])).values(),
];
