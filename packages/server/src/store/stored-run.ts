import {
  AgentId,
  Count,
  DurationMs,
  Instant,
  Outcome,
  Points100,
  Run,
  RunId,
  ScorerVerdict,
  TaskId,
  Tier,
  UsdMicros,
  WorkspaceId,
} from '@assay/schema';
import { z } from 'zod';
import { idColumn } from './ids.ts';
import { sql } from './sql.ts';

/** Where a run is between being asked for and being over. */
const RunStatus = z.enum(['queued', 'running', 'finished', 'cancelled']);

/** A run as lists show it. */
export const RunSummary = z.object({
  run_id: idColumn('run', RunId),
  workspace_id: idColumn('wsp', WorkspaceId),
  task_id: idColumn('task', TaskId),
  agent_id: AgentId,
  scenario: z.string(),
  label: z.string().nullable(),
  status: RunStatus,
  attempt: Count,
  /** Null until it is finished. */
  outcome: Outcome.nullable(),
  /** Null until it is graded. */
  overall: ScorerVerdict.nullable(),
  score: Points100.nullable(),
  tier: Tier.nullable(),
  wall_ms: DurationMs.nullable(),
  cost_usd_micros: UsdMicros.nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** A run with everything it said of itself; null until it is finished. */
export const StoredRun = RunSummary.extend({ run: Run.nullable() });
export type StoredRun = z.infer<typeof StoredRun>;

/** The columns of a summary. */
export const summaryColumns = sql`
  run_id, workspace_id, task_id, agent_id, scenario, label, status, attempt, outcome, overall, score, tier, wall_ms,
  cost_usd_micros, created_at, finished_at`;
