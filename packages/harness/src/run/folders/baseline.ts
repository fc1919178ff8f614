import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChosenBaseline, type LatencyScope, Outcome, type RunId } from '@assay/schema';
import { latencyBaseline } from '@assay/scoring';
import { listRuns, type RunFolders, readRunWithGrade, type StoredRun } from './run-folders.ts';

// as defined by the scorecard
const SAMPLES = 20;
const YARDSTICKS = new Set(['oracle', 'nop', 'cheat', 'replay']);

export interface BaselineRequest {
  readonly scope: LatencyScope;
  readonly scenario: string;
  /** A stored run to exclude, because it is the one being graded. */
  readonly except?: RunId;
}

/**
 * Finds the typical time of the last completed runs in this folder. Recomputed per call, because each
 * finished run counts for later ones. Excludes reference agents. Caches what was read of a sealed run.
 */
export function createBaselineFinder(
  folders: Pick<RunFolders, 'list'>,
): (request: BaselineRequest) => Promise<ChosenBaseline | null> {
  const completed = new Map<string, boolean>();
  const isCompleted = async ({ run, folder }: StoredRun): Promise<boolean> => {
    const known = completed.get(run.run_id) ?? (await readOutcome(folder)) ?? run.outcome === 'COMPLETED';
    completed.set(run.run_id, known);
    return known;
  };
  return async ({ scope, scenario, except }) => {
    const found: { run_id: RunId; wall_ms: number }[] = [];
    for await (const stored of folders.list()) {
      const { run_id, agent_type, wall_ms } = stored.run;
      const counts = wall_ms !== null && !YARDSTICKS.has(agent_type) && run_id !== except;
      if (counts && (scope === 'workspace' || stored.run.scenario === scenario) && (await isCompleted(stored)))
        found.unshift({ run_id, wall_ms });
      if (found.length === SAMPLES) break;
    }
    const baseline = latencyBaseline(found.map(({ wall_ms }) => wall_ms));
    return baseline === null ? null : { ...baseline, scope, run_ids: found.map(({ run_id }) => run_id) };
  };
}

// null if the grade is older than this field
async function readOutcome(folder: string): Promise<boolean | null> {
  try {
    const { outcome } = JSON.parse(await readFile(join(folder, 'grade.json'), 'utf8'));
    const known = Outcome.safeParse(outcome);
    return known.success ? known.data === 'COMPLETED' : null;
  } catch {
    // a folder changed by hand: its run still has an outcome
    return null;
  }
}

/** The current baseline of a folder of runs, for regrading. */
export async function createBaselineNow(
  root: string,
): Promise<(folder: string) => Promise<{ baseline: ChosenBaseline | null }>> {
  const find = createBaselineFinder({ list: () => listRuns(join(root, 'runs')) });
  return async (folder) => {
    const { evidence } = await readRunWithGrade(folder);
    const { latency_baseline: scope = 'workspace', name: scenario } = evidence.task.scenario;
    return { baseline: await find({ scope, scenario, except: evidence.run.run_id }) };
  };
}
