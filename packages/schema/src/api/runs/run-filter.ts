import { z } from 'zod';
import { JudgeState } from '../../results/judge-state.ts';
import { Result } from '../../results/result.ts';
import { Outcome } from '../../runs/run.ts';
import { Disagreement, ScorerVerdict } from '../../scores/gates.ts';
import { Tier } from '../../scores/scorecard.ts';
import { AgentId, WorkspaceId } from '../../values/ids.ts';
import { Count, Instant } from '../../values/units.ts';
import { RunStatus } from './run-summary.ts';

const Points = z.coerce.number().int().min(0).max(100);
const Micros = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Milliseconds = z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** The workspace to read. */
export const workspaceField = {
  workspace_id: WorkspaceId.optional().meta({ description: "Default: the organization's first workspace." }),
};

/** Filters for the runs of a workspace. Ranges include both ends. */
export const runFilterFields = {
  ...workspaceField,
  agent_id: AgentId.optional(),
  scenario: z.string().min(1).max(200).optional().meta({ description: 'Name of the scenario.' }),
  label: z.string().min(1).max(200).optional(),
  status: RunStatus.optional(),
  result: Result.optional(),
  outcome: Outcome.optional(),
  overall: ScorerVerdict.optional().meta({ description: 'Verdict of the required scorers.' }),
  judge: JudgeState.optional().meta({ description: 'Verdict of the judge, or why there is none.' }),
  tier: Tier.optional(),
  disagreement: Disagreement.optional(),
  min_score: Points.optional(),
  max_score: Points.optional(),
  min_axis_score: Points.optional(),
  max_axis_score: Points.optional(),
  min_cost_usd_micros: Micros.optional(),
  max_cost_usd_micros: Micros.optional(),
  min_wall_ms: Milliseconds.optional(),
  max_wall_ms: Milliseconds.optional(),
  since: Instant.optional().meta({ description: 'Created at this time or later.' }),
  until: Instant.optional(),
};

/** Example for the API reference. */
export const exampleExtent = { looked_at: 2, looked_back_to: '2026-11-14T09:00:00.000Z', partial: false };

/** How far back an answer reaches: charts read a limited number of the newest runs. */
export const extentFields = {
  looked_at: Count.meta({ description: 'Number of runs read.' }),
  looked_back_to: Instant.nullable().meta({ description: 'Creation time of the oldest run read; null if none.' }),
  partial: z.boolean().meta({ description: 'Whether older runs may exist that were not read.' }),
};
