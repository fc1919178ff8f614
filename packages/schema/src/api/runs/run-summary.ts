import { z } from 'zod';
import { Disagreement, PassFail, ScorerVerdict } from '../../gates.ts';
import { AgentId, RunId, TaskId, WorkspaceId } from '../../ids.ts';
import { JudgeState } from '../../judge-state.ts';
import { Result, ResultReason } from '../../result.ts';
import { Outcome } from '../../run.ts';
import { Tier } from '../../scorecard.ts';
import { Count, DurationMs, Instant, Points100, UsdMicros } from '../../units.ts';

export const RunStatus = z.enum(['queued', 'running', 'finished', 'cancelled', 'abandoned']).meta({
  id: 'RunStatus',
  description: 'Where a run is between being asked for and being over. Abandoned: no worker could execute it.',
});
export type RunStatus = z.infer<typeof RunStatus>;

/** A run as lists show it. */
export const RunSummary = z
  .object({
    run_id: RunId,
    workspace_id: WorkspaceId,
    task_id: TaskId,
    agent_id: AgentId,
    scenario: z.string(),
    label: z.string().nullable(),
    status: RunStatus,
    /** How often a worker took it; 0 for a run that was executed elsewhere. */
    attempt: Count,
    /** As observed; null until it is finished, or when nobody said. */
    model: z.string().nullable(),
    /** Why it was abandoned; null when it was not. */
    problem: z.string().nullable(),
    /** The first word about it; null until it is graded. */
    result: Result.nullable(),
    result_reason: ResultReason.nullable(),
    /** Integrity findings that a person should look at. */
    review: Count.nullable(),
    /** Null until it is finished. */
    outcome: Outcome.nullable(),
    /** Null until it is graded. */
    overall: ScorerVerdict.nullable(),
    score: Points100.nullable(),
    tier: Tier.nullable(),
    axis_score: Points100.nullable(),
    composite: z.number().nullable(),
    /** What a judge says, or why it says nothing. Null until the run is graded. */
    judge_state: JudgeState.nullable(),
    /** The other two gates; the first is `overall`. Null where there is no answer. */
    judge_verdict: PassFail.nullable(),
    run_verdict: PassFail.nullable(),
    disagreement: Disagreement.nullable(),
    wall_ms: DurationMs.nullable(),
    cost_usd_micros: UsdMicros.nullable(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    /** When anything above last changed. */
    changed_at: Instant,
  })
  .meta({ id: 'RunSummary', description: 'A run as lists show it.' });
export type RunSummary = z.infer<typeof RunSummary>;
