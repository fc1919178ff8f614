import type { Comparison, Regression } from '@assay/schema';
import { type ComparedRow, describeDelta, describeRegression, isLost, listComparedTasks } from './compared-tasks.ts';

/** Something that got worse, or may have. */
export interface WorseItem {
  /** Null for all tasks together. */
  readonly task_id: string | null;
  /** A suspected item may be chance: its task is `can't tell`. */
  readonly certainty: 'proven' | 'likely' | 'suspected';
  readonly lost: boolean;
  readonly reason: string;
}

const ORDER = ['proven', 'likely', 'suspected'] as const;

/** Everything that got worse or may have, as {@link judgeTask} says: lost tasks first, then the most certain. */
export function listWorse(comparison: Pick<Comparison, 'tasks' | 'verdict'>): WorseItem[] {
  const overall = comparison.verdict.regressions.filter(({ task_id }) => task_id === null);
  return [...overall.map(pooledItem), ...listComparedTasks(comparison).flatMap(taskItem)].toSorted(
    (a, b) => Number(b.lost) - Number(a.lost) || ORDER.indexOf(a.certainty) - ORDER.indexOf(b.certainty),
  );
}

/** A task that the baseline passed in every run, and the candidate in none. */
export interface LostTask {
  readonly task_id: string;
  readonly title: 'Lost task' | 'Likely loss' | 'Suspected loss';
  readonly certainty: WorseItem['certainty'];
  readonly reason: string;
}

const LOSSES = { proven: 'Lost task', likely: 'Likely loss', suspected: 'Suspected loss' } as const;

/** The lost tasks. Every format shows them first, because the mean hides them. */
export const listLosses = (comparison: Pick<Comparison, 'tasks' | 'verdict'>): LostTask[] =>
  listComparedTasks(comparison).flatMap(({ task_id, note, regressions }) => {
    const lost = regressions.find(({ kind }) => kind === 'task_lost');
    if (lost === undefined) return [];
    const certainty = note === 'proven' || note === 'likely' ? note : 'suspected';
    return [{ task_id, title: LOSSES[certainty], certainty, reason: lost.reason }];
  });

const pooledItem = (regression: Regression): WorseItem => ({
  task_id: null,
  certainty: regression.status,
  lost: false,
  reason: describeRegression(regression),
});

function taskItem({ task_id, note, delta, regressions }: ComparedRow): WorseItem[] {
  if (note !== 'proven' && note !== 'likely' && note !== 'suspected') return [];
  const interval = note === 'likely' ? [`the 95 % interval lies below zero: ${describeDelta(delta)}`] : [];
  const reason = [...regressions.map(describeRegression), ...interval].join('; ');
  return [{ task_id, certainty: note, lost: isLost({ regressions }), reason }];
}
