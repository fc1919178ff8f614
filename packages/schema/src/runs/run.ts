import { z } from 'zod';
import { ModelPrices } from '../transcripts/model-prices.ts';
import { TranscriptEnd, Usage } from '../transcripts/transcript.ts';
import { AgentId, RunId, TaskId, WorkspaceId } from '../values/ids.ts';
import { Count, Digest, DurationMs, Instant, UsdMicros } from '../values/units.ts';
import { ConfigurationRef } from './configuration.ts';

/** A repeatable step of a run, with its number of attempts. */
export const Stage = z
  .strictObject({ name: z.string().min(1), attempts: z.int().min(1), passed: z.boolean() })
  .meta({ id: 'Stage', description: 'A step such as lint, build or test; `attempts` includes the first try.' });
export type Stage = z.infer<typeof Stage>;

export const Outcome = z.enum(['COMPLETED', 'BLOCKED', 'FAILED']).meta({
  id: 'Outcome',
  description: 'COMPLETED: all gates passed. BLOCKED: partial progress with retries. FAILED: no usable output.',
});
export type Outcome = z.infer<typeof Outcome>;

/** Measurements of the sandbox. Null: unknown. */
export const Resources = z
  .strictObject({
    memory_peak_bytes: z.number().min(0).nullish(),
    memory_limit_bytes: z.number().min(0).nullish(),
    cpu_periods: z.number().min(0).nullish(),
    cpu_throttled_periods: z.number().min(0).nullish(),
    cpu_ms: z.number().min(0).nullish(),
    oom_kills: z.number().min(0).nullish(),
  })
  .meta({
    id: 'Resources',
    description: 'Peak memory and its limit, and total and throttled CPU periods.',
  });
export type Resources = z.infer<typeof Resources>;

/** Every way a run can end without completing. */
export const FailureClass = z
  .enum([
    'stage_failed',
    'agent_stopped',
    'agent_crashed',
    'agent_no_activity',
    'agent_unavailable',
    'tools_denied',
    'model_unavailable',
    'model_refused',
    'time_exceeded',
    'budget_exceeded',
    'turns_exceeded',
    'memory_exceeded',
    'disk_exceeded',
    'output_exceeded',
    'seed_failed',
    'setup_failed',
    'environment_missing',
    'sandbox_unavailable',
    'sandbox_lost',
    'snapshot_failed',
    'grader_error',
    'disk_full',
    'internal_error',
    'interrupted',
  ])
  .meta({ id: 'FailureClass', description: 'Why a run did not complete.' });
export type FailureClass = z.infer<typeof FailureClass>;

/** Who caused a run not to complete. */
export const FailureSide = z.enum(['agent', 'environment', 'harness', 'judge', 'task']).meta({
  id: 'FailureSide',
  description: 'Only `agent` counts against the agent; everything else is infrastructure or the task itself.',
});
export type FailureSide = z.infer<typeof FailureSide>;

export const RunFailure = z
  .object({ class: FailureClass, side: FailureSide, message: z.string() })
  .meta({ id: 'RunFailure', description: 'Why a run did not complete: class, cause and one sentence.' });
export type RunFailure = z.infer<typeof RunFailure>;

/** One agent, one task, once, with what is needed to repeat it. */
export const Run = z
  .object({
    run_id: RunId,
    task_id: TaskId,
    task_digest: Digest,
    scenario: z.string(),
    workspace_id: WorkspaceId.nullable(),
    agent_id: AgentId,
    agent_type: z.string(),
    agent_version: z.string().nullable(),
    model: z.string().nullable(),
    harness_version: z.string(),
    /** Configuration files added to the workspace; null if none. */
    configuration: ConfigurationRef.nullable().default(null),
    sandbox: z.string(),
    isolated: z.boolean(),
    /** The path of the workspace as the agent saw it. */
    worked_in: z.string().optional(),
    history: z.enum(['fresh', 'keep']),
    repeat: z.int().min(1),
    label: z.string().nullable(),
    /** Id of the command invocation that started it. */
    invocation: z.string().nullable(),
    /** Number of tries; all but the last failed for reasons outside the agent. */
    tries: z.int().min(1),
    started_at: Instant,
    ended_at: Instant.nullable(),
    outcome: Outcome,
    failure: RunFailure.nullable(),
    end: TranscriptEnd,
    stages: z.array(Stage),
    turns: Count,
    wall_ms: DurationMs.nullable(),
    resources: Resources.nullable(),
    usage: Usage.nullable(),
    cost_usd_micros: UsdMicros.nullable(),
    cost_source: z.enum(['reported', 'priced']).nullable(),
    /** Prices used, if not the built-in ones. */
    prices: ModelPrices.optional(),
    /** What the agent says that it used, if that differs by more than 5 % from what the gateway saw. */
    claimed: z.object({ usage: Usage.nullable(), cost_usd_micros: UsdMicros.nullable() }).optional(),
    /**
     * Who saw the tool calls. `agent`: nobody else, so the whole transcript is a claim. `gateway`: `claimed` steps are
     * only in the agent's output, and `hidden` ones only in the record of the gateway. Absent if the harness acted.
     */
    steps: z.object({ seen_by: z.enum(['gateway', 'agent']), claimed: Count, hidden: Count }).optional(),
    /** Source of the entry timestamps: the agent's clock, arrival time, or both. */
    timestamps: z.enum(['agent', 'arrival', 'mixed']).nullable(),
  })
  .meta({ id: 'Run', description: 'One agent, one task, once.' });
export type Run = z.infer<typeof Run>;
