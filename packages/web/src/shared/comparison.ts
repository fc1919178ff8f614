import type { ComparedTask, Comparison, Regression, ReportedRun, TaskDelta, Verdict, VerdictWord } from '@assay/schema';
import { formatSigned, NO_NUMBER } from './format.ts';
import type { Tone } from './tone.ts';

/** The outcome of a task. A difference within noise is `undecided`. */
export type TaskWord = 'regressed' | 'suspected' | 'not comparable' | 'worse' | 'better' | 'undecided' | 'one run';

/** A task with its deltas, regressions and composites. */
export interface ComparedRow {
  readonly task_id: string;
  /** Undefined if only the verdict mentions the task. */
  readonly task: ComparedTask | undefined;
  readonly delta: TaskDelta | undefined;
  readonly regressions: readonly Regression[];
  readonly word: TaskWord;
  /** The composite of each run that counts. */
  readonly composites: { readonly baseline: readonly number[]; readonly candidate: readonly number[] };
}

/** A comparison with lookups for its cards. */
export interface ComparisonView {
  readonly comparison: Comparison;
  /** Lost tasks first, then worst first. */
  readonly rows: readonly ComparedRow[];
  /** The index of a run in the report, by its id. */
  readonly places: ReadonlyMap<string, number>;
  readonly runs: readonly ReportedRun[];
}

export function viewComparison(comparison: Comparison, runs: readonly ReportedRun[]): ComparisonView {
  return {
    comparison,
    rows: listRows(comparison),
    places: new Map(runs.flatMap(({ run }, place) => (run === undefined ? [] : [[run.run_id, place] as const]))),
    runs,
  };
}

const ORDER: readonly TaskWord[] = [
  'regressed',
  'suspected',
  'not comparable',
  'worse',
  'undecided',
  'one run',
  'better',
];

function listRows({ tasks, input, verdict }: Comparison): ComparedRow[] {
  const names = new Set([
    ...tasks.map(({ task_id }) => task_id),
    ...verdict.deltas.map(({ task_id }) => task_id),
    ...verdict.regressions.flatMap(({ task_id }) => task_id ?? []),
  ]);
  const [baseline, candidate] = [compositesOf(input.baseline), compositesOf(input.candidate)];
  return [...names]
    .map((task_id) => {
      const delta = verdict.deltas.find((one) => one.task_id === task_id);
      const regressions = verdict.regressions.filter((one) => one.task_id === task_id);
      return {
        task_id,
        task: tasks.find((one) => one.task_id === task_id),
        delta,
        regressions,
        word: wordOf(delta, regressions),
        composites: { baseline: baseline.get(task_id) ?? [], candidate: candidate.get(task_id) ?? [] },
      };
    })
    .toSorted(
      (a, b) =>
        Number(isLost(b)) - Number(isLost(a)) || ORDER.indexOf(a.word) - ORDER.indexOf(b.word) || gainOf(a) - gainOf(b),
    );
}

const isLost = ({ regressions }: Pick<ComparedRow, 'regressions'>): boolean =>
  regressions.some(({ kind }) => kind === 'task_lost');

/** Orders regressions: lost tasks first, then proven before suspected. */
export const orderRegressions = (regressions: readonly Regression[]): Regression[] =>
  regressions.toSorted(
    (a, b) => Number(b.kind === 'task_lost') - Number(a.kind === 'task_lost') || a.status.localeCompare(b.status, 'en'),
  );

function compositesOf(runs: Comparison['input']['baseline']): Map<string, number[]> {
  const groups = Map.groupBy(runs, ({ task_id }) => task_id);
  return new Map(
    [...groups].map(([task_id, own]) => [
      task_id,
      own.flatMap(({ composite, error }) => (composite == null || (error ?? false) !== false ? [] : [composite])),
    ]),
  );
}

const gainOf = ({ delta }: ComparedRow): number => delta?.composite_delta ?? 0;

function wordOf(delta: TaskDelta | undefined, regressions: readonly Regression[]): TaskWord {
  if (regressions.some(({ status }) => status === 'proven')) return 'regressed';
  if (regressions.length > 0) return 'suspected';
  if (delta === undefined || delta.composite_delta === null) return 'not comparable';
  if (delta.interval === undefined) return 'one run';
  if (delta.interval.low > 0) return 'better';
  return delta.interval.high < 0 ? 'worse' : 'undecided';
}

export function toneOfTask(word: TaskWord): Tone {
  switch (word) {
    case 'regressed':
      return 'bad';
    case 'suspected':
    case 'worse':
      return 'warn';
    case 'better':
      return 'good';
    case 'not comparable':
    case 'undecided':
    case 'one run':
      return 'muted';
  }
}

/** A neutral verdict with a lost task is a warning. */
export function toneOfVerdict({ verdict, regressions }: Pick<Verdict, 'verdict' | 'regressions'>): Tone {
  return verdict === 'neutral' && isLost({ regressions }) ? 'warn' : toneOfComparison(verdict);
}

export function toneOfComparison(verdict: VerdictWord): Tone {
  switch (verdict) {
    case 'improved':
      return 'good';
    case 'neutral':
      return 'muted';
    case 'regressed':
      return 'bad';
  }
}

/** Candidate minus baseline, with its interval. */
export function tellDelta(delta: TaskDelta | undefined): string {
  if (delta === undefined || delta.composite_delta === null) return NO_NUMBER;
  const { interval } = delta;
  if (interval === undefined) return formatSigned(delta.composite_delta, 2);
  // an interval that rules nothing out is not worth showing
  const range =
    interval.low <= -1 && interval.high >= 1
      ? 'too few runs to tell'
      : `${formatSigned(interval.low, 2)} to ${formatSigned(interval.high, 2)}`;
  return `${formatSigned(delta.composite_delta, 2)} (${range})`;
}

/** The reason of a regression with its p-value and the threshold for proof. */
export function tellRegression({ reason, p_value, proof_at }: Regression): string {
  if (p_value === null) return reason;
  const size = p_value < 0.001 ? '< 0.001' : `= ${p_value.toFixed(3)}`;
  return `${reason} (p ${size}${proof_at === null ? '' : `, threshold ${proof_at}`})`;
}
