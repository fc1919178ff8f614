import { AssayError, type OrganizationId, type RunId, Scorecard } from '@assay/schema';
import { findFormulas, score } from '@assay/scoring';
import type { Store } from '../store/store.ts';

export interface RescoreProgress {
  readonly formula: 'scorecard';
  readonly formula_version: string;
  status: 'running' | 'done';
  scored: number;
  /** Runs that have nothing to be scored from: they failed for reasons that are not the agent's. */
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

/** Begins to score the runs of an organization under another version; `done` settles when all of them are. */
export function beginRescore(options: RescoreOptions): { progress: RescoreProgress; done: Promise<void> } {
  const { formula_version } = options;
  // an unknown version is told before anything is done
  findFormulas(`${FORMULA}@${formula_version}`);
  const progress: RescoreProgress = { formula: FORMULA, formula_version, status: 'running', scored: 0, skipped: 0 };
  const done = rescore(options, progress).then(() => {
    progress.status = 'done';
  });
  return { progress, done };
}

/**
 * Scores every finished run that has no score by this version yet, from the inputs of the score it has. Scores by other
 * versions stay. Stopped at any point, it goes on from there when it is begun again.
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
        throw new AssayError('internal', `Expected a score by version ${formula_version}, found another`);
      await store.agent_run_scores.keep(organization_id, { run_id, scorecard, inputs: first.inputs });
      progress.scored++;
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
