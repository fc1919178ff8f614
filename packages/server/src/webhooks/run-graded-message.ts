import type { Grade, Run, WorkspaceId } from '@assay/schema';
import type { WebhookMessage } from '@assay/schema/api';
import { eventId } from '../store/evaluations/event-id.ts';

export interface GradedRun {
  readonly run: Pick<Run, 'run_id' | 'agent_id' | 'scenario' | 'label' | 'model' | 'wall_ms' | 'cost_usd_micros'>;
  readonly workspace_id: WorkspaceId;
  readonly grade: Pick<
    Grade,
    | 'graded_at'
    | 'result'
    | 'result_reason'
    | 'review'
    | 'outcome'
    | 'overall'
    | 'gates'
    | 'scorecard'
    | 'axis'
    | 'composite'
  >;
  /** The revision of the grade, from 1. */
  readonly revision: number;
}

/** The webhook message of a graded or regraded run. */
export const runGradedMessage = ({ run, workspace_id, grade, revision }: GradedRun): WebhookMessage => ({
  event_id: eventId('run.graded', `${run.run_id}_${revision}`),
  type: 'run.graded',
  occurred_at: grade.graded_at,
  data: {
    run_id: run.run_id,
    workspace_id,
    agent_id: run.agent_id,
    scenario: run.scenario,
    label: run.label,
    model: run.model,
    revision,
    result: grade.result,
    result_reason: grade.result_reason,
    review: grade.review,
    outcome: grade.outcome,
    overall: grade.overall,
    gates: { scorers: grade.gates.scorers, judge: grade.gates.judge, run: grade.gates.run },
    score: grade.scorecard?.score ?? null,
    tier: grade.scorecard?.tier ?? 'Unranked',
    axes: grade.scorecard?.axes ?? null,
    axis_score: grade.axis?.score ?? null,
    composite: grade.composite?.composite ?? null,
    wall_ms: run.wall_ms,
    cost_usd_micros: run.cost_usd_micros,
  },
});
