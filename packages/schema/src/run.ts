import { z } from 'zod';
import { ConfigurationRef } from './configuration.ts';
import { AgentId, RunId, TaskId, WorkspaceId } from './ids.ts';
import { ModelPrices } from './model-prices.ts';
import { TranscriptEnd, Usage } from './transcript.ts';
import { Count, Digest, DurationMs, Instant, UsdMicros } from './units.ts';

/** A step of a run that can be repeated, with how often it was tried. */
export const Stage = z
  .strictObject({ name: z.string().min(1), attempts: z.int().min(1), passed: z.boolean() })
  .meta({ id: 'Stage', description: 'A step such as lint, build or test; `attempts` counts the first try.' });
export type Stage = z.infer<typeof Stage>;

export const Outcome = z.enum(['COMPLETED', 'BLOCKED', 'FAILED']).meta({
  id: 'Outcome',
  description: 'All gates passed; partial progress with retries; no usable output.',
});
export type Outcome = z.infer<typeof Outcome>;

/** What the sandbox measured. Unknown stays null. */
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
    description: 'Peak memory against its limit, and CPU periods with those that were throttled.',
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

/** Whose fault it was that a run did not complete. */
export const FailureSide = z.enum(['agent', 'environment', 'harness', 'judge', 'task']).meta({
  id: 'FailureSide',
  description: 'Only `agent` counts against the agent; everything else is infrastructure or the task itself.',
});
export type FailureSide = z.infer<typeof FailureSide>;

export const RunFailure = z
  .object({ class: FailureClass, side: FailureSide, message: z.string() })
  .meta({ id: 'RunFailure', description: 'Why a run did not complete: one class, one side, one sentence.' });
export type RunFailure = z.infer<typeof RunFailure>;

/** One agent, one task, one attempt, with what it would take to repeat it. */
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
    /** What steered the agent besides its task; null when nothing was overlaid. */
    configuration: ConfigurationRef.nullable().default(null),
    sandbox: z.string(),
    isolated: z.boolean(),
    history: z.enum(['fresh', 'keep']),
    repeat: z.int().min(1),
    label: z.string().nullable(),
    /** The invocation of the command it was part of. */
    invocation: z.string().nullable(),
    /** How often it was tried; all but the last try failed for reasons that are not the agent's. */
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
    /** What it was priced by, where that is not the table that Assay brings along. */
    prices: ModelPrices.optional(),
    /** Whose clock the entries carry: the agent's own, the time they arrived, or some of each. */
    timestamps: z.enum(['agent', 'arrival', 'mixed']).nullable(),
  })
  .meta({ id: 'Run', description: 'One agent, one task, one attempt.' });
export type Run = z.infer<typeof Run>;
