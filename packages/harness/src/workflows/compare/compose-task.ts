import { type ComparedRun, Composite, type Consumption } from '@assay/schema';
import { score } from '@assay/scoring';
import type { MeasuredRun } from './measured-run.ts';

/** The counted runs of one task on both sides. */
export interface TaskRuns {
  readonly task_id: string;
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
}

export interface ComposedTask {
  readonly baseline: ComparedRun[];
  readonly candidate: ComparedRun[];
  /** Whether the composites include the judge. */
  readonly judged: boolean;
}

/**
 * The composites of the runs of one task. They include the judge only if the same judge graded every run on
 * both sides. Cost is relative to the other baseline runs: no run is its own reference, so equal sides come
 * out equal. A failed run passes no check and scores 0, however cheap it was.
 */
export function composeTask({ task_id, baseline, candidate }: TaskRuns): ComposedTask {
  const usable = [...baseline, ...candidate].filter(isUsable);
  const [first] = usable;
  // a judge without a rubric adds nothing, and one that graded only some runs would favor a side
  const judged =
    typeof first?.judge === 'string' &&
    usable.every(({ judge, parts }) => judge === first.judge && parts.judge != null);
  const total = Math.max(0, ...[...baseline, ...candidate].map(({ parts }) => parts.checks.total));
  const references = referencesOf(baseline, candidate);
  const compose = (run: MeasuredRun, reference: Consumption | null): ComparedRun => {
    if (run.failed) return { task_id, composite: 0, checks: { passed: 0, total }, passed: false };
    if (run.error !== null) return { task_id, error: run.error };
    const { checks, cost, judge } = run.parts;
    const parts = { checks, judge: judged ? (judge ?? null) : null, cost, reference };
    const { composite } = Composite.parse(score('composite@1', parts));
    return { task_id, composite, checks, ...(run.passed === null ? {} : { passed: run.passed }) };
  };
  return {
    baseline: baseline.map((run, index) => compose(run, references.baseline(run, index))),
    candidate: candidate.map((run, index) => compose(run, references.candidate(run, index))),
    judged,
  };
}

const isUsable = ({ failed, error }: MeasuredRun): boolean => !failed && error === null;

type Reference = (run: MeasuredRun, index: number) => Consumption | null;

// a single baseline run is a reference for a single candidate run, but too uncertain for several
function referencesOf(
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
): { baseline: Reference; candidate: Reference } {
  const yardsticks = baseline.filter(isUsable);
  const single = baseline.length === 1 && candidate.length === 1;
  const [only] = yardsticks;
  if (single && only !== undefined) return { baseline: () => null, candidate: () => only.parts.cost ?? null };
  const without = (left: MeasuredRun | undefined) => meanConsumption(yardsticks.filter((run) => run !== left));
  return {
    baseline: (run) => without(run),
    // as many references as for the baseline, or the sides would be measured differently
    candidate: (_, index) => without(yardsticks[index % yardsticks.length]),
  };
}

const MEASURES = ['tokens', 'tool_calls', 'steps', 'wall_ms'] as const;

function meanConsumption(runs: readonly MeasuredRun[]): Consumption | null {
  if (runs.length === 0) return null;
  return Object.fromEntries(
    MEASURES.map((name) => {
      const values = runs.flatMap(({ parts }) => parts.cost?.[name] ?? []);
      return [name, values.length === 0 ? null : values.reduce((all, value) => all + value, 0) / values.length];
    }),
  );
}
