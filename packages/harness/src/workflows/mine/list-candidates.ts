import { resolve } from 'node:path';
import { median } from '@assay/scoring';
import { attempt } from './attempt.ts';
import { type Candidate, type RankOptions, rankOf, readCandidate } from './candidates.ts';
import { type History, type HistoryOptions, openHistory } from './history.ts';
import type { Mined, MineOptions } from './mine.ts';
import { isTask, type RejectedCommit, readEntries } from './mined-index.ts';
import { planTask, type TaskPlan } from './plan-task.ts';

/** Newer commits come first, and of these the cheapest. */
export const RANKED_TOGETHER = 100;

/** Takes the candidate that costs least out of the list. */
export function takeCheapest(candidates: Candidate[], options: RankOptions): Candidate {
  const ranks = candidates.map((each) => rankOf(each, options));
  return candidates.splice(ranks.indexOf(Math.min(...ranks)), 1)[0] as Candidate;
}

export interface Listed extends Pick<Mined, 'rejected' | 'scanned'> {
  /** In the order in which they would be tried. */
  readonly candidates: readonly Candidate[];
}

export interface PlannedTasks extends Pick<Listed, 'rejected' | 'scanned'> {
  readonly plans: readonly TaskPlan[];
  /** How long earlier tasks took, each; null without any. */
  readonly expected_s: number | null;
}

/** The candidates of a history that `mine` would try, without running anything. */
export async function listCandidates(options: MineOptions): Promise<Listed> {
  await using history = await openHistory(describeHistory(options));
  return await readCandidates(history, options);
}

/** The candidates, each with the commands that would install its dependencies and run its tests. */
export async function planTasks(options: MineOptions): Promise<PlannedTasks> {
  await using history = await openHistory(describeHistory(options));
  const { candidates, ...rest } = await readCandidates(history, options);
  const plans: TaskPlan[] = [];
  for (const candidate of candidates) plans.push(await planTask(candidate, { ...options, ...history }));
  const tasks = (await readEntries(resolve(history.root, options.out))).filter(isTask);
  const wall_ms = median(tasks.map((task) => task.wall_ms));
  return { ...rest, plans, expected_s: wall_ms === null ? null : Math.ceil(wall_ms / 1000) };
}

async function readCandidates(history: History, options: MineOptions): Promise<Listed> {
  const candidates: Candidate[] = [];
  const rejected: RejectedCommit[] = [];
  let scanned = 0;
  for (let start = 0; start < history.commits.length && candidates.length < options.limit; start += RANKED_TOGETHER) {
    const some: Candidate[] = [];
    for (const commit of history.commits.slice(start, start + RANKED_TOGETHER)) {
      scanned += 1;
      const found = await attempt(commit, { ...options, wanted: '' }, () =>
        readCandidate(commit, { ...options, ...history }),
      );
      if ('keep' in found) rejected.push(found.entry);
      else some.push(found);
    }
    while (some.length > 0)
      candidates.push(takeCheapest(some, { installed: new Set(), newest: history.commits[0]?.date ?? '' }));
  }
  return { candidates: candidates.slice(0, options.limit), rejected, scanned };
}

export const describeHistory = ({ folder, since, session, events }: MineOptions): HistoryOptions => ({
  ...{ folder, since, session },
  onRemark: events.remarked,
});
