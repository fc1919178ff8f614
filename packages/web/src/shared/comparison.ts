import type { Comparison, ReportedRun } from '@assay/schema';
import { type ComparedRow as ComparedTaskRow, type JudgedTask, listComparedTasks } from '@assay/scoring';
import type { Tone } from './tone.ts';

/** A compared task with the composite of each run that counts. */
export interface ComparedRow extends ComparedTaskRow {
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

function listRows(comparison: Comparison): ComparedRow[] {
  const { baseline, candidate } = comparison.input;
  const [before, after] = [compositesOf(baseline), compositesOf(candidate)];
  return listComparedTasks(comparison).map((row) => ({
    ...row,
    composites: { baseline: before.get(row.task_id) ?? [], candidate: after.get(row.task_id) ?? [] },
  }));
}

function compositesOf(runs: Comparison['input']['baseline']): Map<string, number[]> {
  const groups = Map.groupBy(runs, ({ task_id }) => task_id);
  return new Map(
    [...groups].map(([task_id, own]) => [
      task_id,
      own.flatMap(({ composite, error }) => (composite == null || (error ?? false) !== false ? [] : [composite])),
    ]),
  );
}

export function outcomeTone({ outcome, note }: JudgedTask): Tone {
  switch (outcome) {
    case 'worse':
      return note === 'proven' ? 'bad' : 'warn';
    case 'better':
      return 'good';
    case "can't tell":
      return note === 'suspected' ? 'warn' : 'muted';
  }
}
