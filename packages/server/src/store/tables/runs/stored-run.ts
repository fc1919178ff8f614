import { Run, RunId, TaskId, WorkspaceId } from '@assay/schema';
import { RunSummary as PublishedSummary } from '@assay/schema/api';
import type { z } from 'zod';
import { idColumn } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';

/** A run as shown in lists. */
export const RunSummary = PublishedSummary.extend({
  run_id: idColumn('run', RunId),
  workspace_id: idColumn('wsp', WorkspaceId),
  task_id: idColumn('task', TaskId),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** A run with its full record, which is null until it is finished. */
export const StoredRun = RunSummary.extend({ run: Run.nullable() });
export type StoredRun = z.infer<typeof StoredRun>;

/** The columns of a summary. */
export const summaryColumns = sql`
  run_id, workspace_id, task_id, agent_id, scenario, label, status, attempt, problem, model, result, result_reason, review,
  outcome, overall, score, tier, axis_score, composite, judge_state, judge_verdict, run_verdict, disagreement, wall_ms,
  cost_usd_micros, created_at, finished_at,
  changed_at`;
