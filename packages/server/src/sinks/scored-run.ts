import type { Grade, OrganizationId, Run, Scorecard, WorkspaceId } from '@assay/schema';

type OfRun = 'run_id' | 'agent_id' | 'scenario' | 'label' | 'model' | 'wall_ms' | 'cost_usd_micros';
type OfGrade = 'result' | 'review' | 'outcome' | 'overall';
type OfScorecard = 'score' | 'tier' | 'axes' | 'formula' | 'formula_version';

/** A scored run as sent to sinks: numbers and names, nothing written by an agent. */
export interface ScoredRun extends Pick<Run, OfRun>, Pick<Scorecard, OfScorecard>, Pick<Grade, OfGrade> {
  /** Null for a run that the command line scored. */
  readonly organization_id: OrganizationId | null;
  readonly workspace_id: WorkspaceId | null;
  readonly scored_at: string;
}
