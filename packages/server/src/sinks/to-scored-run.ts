import type { Grade, OrganizationId, Run, WorkspaceId } from '@assay/schema';
import type { ScoredRun } from './scored-run.ts';

export interface GradedRun {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly run: Run;
  readonly grade: Grade;
}

/** Converts a graded run for sinks; null if it was not scored. */
export function toScoredRun({ organization_id, workspace_id, run, grade }: GradedRun): ScoredRun | null {
  const { result, review, outcome, scorecard, overall, graded_at } = grade;
  if (scorecard === null) return null;
  const { run_id, agent_id, scenario, label, model, wall_ms, cost_usd_micros } = run;
  const { score, tier, axes, formula, formula_version } = scorecard;
  return {
    ...{ run_id, organization_id, workspace_id, agent_id, scenario, label, model, result, review, outcome, overall },
    ...{ score, tier, axes, formula, formula_version, wall_ms, cost_usd_micros, scored_at: graded_at },
  };
}
