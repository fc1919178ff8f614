import { AssayError, type OrganizationId, type RunId, Scorecard } from '@assay/schema';
import { findFormulas, score } from '@assay/scoring';
import type { Store } from '../store/store.ts';

export interface RescoreProgress {
  readonly formula: 'scorecard';
  readonly formula_version: string;
  status: 'running' | 'done';
  scored: number;
  /** Runs without a score to recompute, such as those that failed for reasons other than the agent. */
  skipped: number;
}

interface RescoreOptions {
  readonly store: Store;
  readonly organization_id: OrganizationId;
  readonly formula_version: string;
  readonly signal: AbortSignal;
}

const FORMULA = 'scorecard';
const BATCH = 200;

/** Starts scoring the runs of an organization with another version. `done` settles when all are scored. */
export function beginRescore(options: RescoreOptions): { progress: RescoreProgress; done: Promise<void> } {
  const { formula_version } = options;
  // rejects an unknown version before any work
  findFormulas(`${FORMULA}@${formula_version}`);
  const progress: RescoreProgress = { formula: FORMULA, formula_version, status: 'running', scored: 0, skipped: 0 };
  const done = rescore(options, progress).then(() => {
    progress.status = 'done';
  });
  return { progress, done };
}

/**
 * Scores every finished run that has no score of this version yet, from the inputs of its existing score. Scores of
 * other versions stay. If stopped, the next rescore continues from there.
 */
async function rescore(
  { store, organization_id, formula_version, signal }: RescoreOptions,
  progress: RescoreProgress,
): Promise<void> {
  const version = { formula: FORMULA, formula_version };
  for (let after: RunId | null = null; !signal.aborted; ) {
    const batch: RunId[] = await store.agent_run_scores.listUnscored(organization_id, {
      ...version,
      after,
      limit: BATCH,
    });
    for (const run_id of batch) {
      if (signal.aborted) return;
      const [first] = await store.agent_run_scores.list(organization_id, run_id);
      if (first === undefined) {
        progress.skipped++;
        continue;
      }
      const scorecard = Scorecard.parse(score(`${FORMULA}@${formula_version}`, first.inputs));
      if (scorecard.formula_version !== formula_version)
        throw new AssayError('internal', `The score is not of version ${formula_version}`);
      await store.agent_run_scores.keep(organization_id, { run_id, scorecard, inputs: first.inputs });
      progress.scored++;
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
