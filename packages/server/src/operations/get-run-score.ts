import { AssayError } from '@assay/schema';
import { getRunScore } from '@assay/schema/api';
import { scorecardV2 } from '@assay/scoring';
import { handle } from '../http/handle.ts';
import { findRun } from '../runs/find-run.ts';

export const getRunScoreHandler = handle(
  getRunScore,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const { id: formula, version } = scorecardV2;
    const formula_version = query.formula_version ?? version;
    const score = await store.findScore({ organization_id, run_id, formula, formula_version });
    if (score !== undefined) return score;
    const { status } = await findRun(store, organization_id, run_id);
    throw new AssayError(
      'not_found',
      `Expected a score of ${run_id} by version ${formula_version}, found none: the run is ${status}, and not every run is scored`,
    );
  },
);
