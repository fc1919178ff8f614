import type { Grade, OrganizationId, Run, Scorecard, ScorecardInput, WorkspaceId } from '@assay/schema';
import { compute, scorecardV2 } from '@assay/scoring';
import type { Tables } from '../store/store.ts';

interface Scored {
  readonly grade: Grade;
  /** What is kept of the score; null when the run has none. */
  readonly score: { readonly scorecard: Scorecard; readonly inputs: ScorecardInput } | null;
}

/**
 * The scorecard of a run as its workspace has it: against the median of the last 20 completed runs there, under the
 * weights it chose. Whoever graded the run elsewhere knew neither.
 */
export async function scoreRun(
  { runs, workspaces }: Pick<Tables, 'runs' | 'workspaces'>,
  {
    organization_id,
    workspace_id,
    run,
    grade,
  }: { organization_id: OrganizationId; workspace_id: WorkspaceId; run: Run; grade: Grade },
): Promise<Scored> {
  if (grade.not_scored !== null) return { grade: { ...grade, scorecard: null }, score: null };
  const baseline = await runs.findBaseline(organization_id, { workspace_id, run_id: run.run_id });
  const weights = (await workspaces.find(organization_id, workspace_id))?.weights ?? null;
  const { outcome, stages, wall_ms, resources } = run;
  const inputs: ScorecardInput = {
    ...{ outcome, stages, wall_ms, baseline, resources },
    ...(weights === null ? {} : { weights }),
  };
  const scorecard = compute(scorecardV2, inputs);
  return { grade: { ...grade, scorecard }, score: { scorecard, inputs } };
}
