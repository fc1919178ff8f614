import { z } from 'zod';
import { JudgeState } from '../../results/judge-state.ts';
import { Result, ResultReason } from '../../results/result.ts';
import { Outcome } from '../../runs/run.ts';
import { Disagreement, PassFail, ScorerVerdict } from '../../scores/gates.ts';
import { Tier } from '../../scores/scorecard.ts';
import { AgentId, RunId, TaskId, WorkspaceId } from '../../values/ids.ts';
import { Count, DurationMs, Instant, Points100, UsdMicros } from '../../values/units.ts';

export const RunStatus = z.enum(['queued', 'running', 'finished', 'cancelled', 'abandoned']).meta({
  id: 'RunStatus',
  description: 'State of a run from creation to its end. Abandoned: no worker could execute it.',
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
    /** Number of times a worker took it; 0 for a run executed elsewhere. */
    attempt: Count,
    /** As observed; null until finished, or if unknown. */
    model: z.string().nullable(),
    /** Why it was abandoned; null otherwise. */
    problem: z.string().nullable(),
    /** Null until graded. */
    result: Result.nullable(),
    result_reason: ResultReason.nullable(),
    /** Number of integrity findings a person should review. */
    review: Count.nullable(),
    /** Null until finished. */
    outcome: Outcome.nullable(),
    /** Null until graded. */
    overall: ScorerVerdict.nullable(),
    score: Points100.nullable(),
    tier: Tier.nullable(),
    axis_score: Points100.nullable(),
    composite: z.number().nullable(),
    /** Verdict of the judge, or why there is none. Null until graded. */
    judge_state: JudgeState.nullable(),
    /** The other two gates; the first is `overall`. Null without an answer. */
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
