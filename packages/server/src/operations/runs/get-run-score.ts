import { getRunScore } from '@assay/schema/api';
import { scorecardV2 } from '@assay/scoring';
import { handle } from '../../http/handle.ts';
import { findRun } from '../../runs/find-run.ts';

export const getRunScoreHandler = handle(
  getRunScore,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const { id: formula, version } = scorecardV2;
    const formula_version = query.formula_version ?? version;
    const score = await store.findScore({ organization_id, run_id, formula, formula_version });
    if (score !== undefined) return score;
    const { status } = await findRun(store, organization_id, run_id);
    const graded = await store.grades.find(organization_id, run_id);
    const reason =
      graded === undefined
        ? `The run is ${status}; it has no grade.`
        : (graded.grade.not_scored?.reason ??
          graded.grade.scorecard_reason ??
          `The run was not scored by version ${formula_version}.`);
    return { run_id, score: null, tier: 'Unranked' as const, formula_version, axes: null, reason };
  },
);
