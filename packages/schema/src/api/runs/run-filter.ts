import { z } from 'zod';
import { Disagreement, ScorerVerdict } from '../../gates.ts';
import { AgentId, WorkspaceId } from '../../ids.ts';
import { JudgeState } from '../../judge-state.ts';
import { Result } from '../../result.ts';
import { Outcome } from '../../run.ts';
import { Tier } from '../../scorecard.ts';
import { Count, Instant } from '../../units.ts';
import { RunStatus } from './run-summary.ts';

const Points = z.coerce.number().int().min(0).max(100);
const Micros = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Milliseconds = z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** The workspace that is looked at. */
export const workspaceField = {
  workspace_id: WorkspaceId.optional().meta({ description: "The organization's first workspace, unless told." }),
};

/** The fields that say which runs of a workspace are asked for. Ranges include both ends. */
export const runFilterFields = {
  ...workspaceField,
  agent_id: AgentId.optional(),
  scenario: z.string().min(1).max(200).optional().meta({ description: 'The name of a scenario.' }),
  label: z.string().min(1).max(200).optional(),
  status: RunStatus.optional(),
  result: Result.optional(),
  outcome: Outcome.optional(),
  overall: ScorerVerdict.optional().meta({ description: 'What the required scorers say.' }),
  judge: JudgeState.optional().meta({ description: 'What a judge says of it, or why it says nothing.' }),
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
  since: Instant.optional().meta({ description: 'Asked for at this instant or later.' }),
  until: Instant.optional(),
};

/** As the reference shows it. */
export const exampleExtent = { looked_at: 2, looked_back_to: '2026-11-14T09:00:00.000Z', partial: false };

/** How much of the past an answer rests on: charts read a bounded number of the newest runs. */
export const extentFields = {
  looked_at: Count.meta({ description: 'How many runs were looked at.' }),
  looked_back_to: Instant.nullable().meta({ description: 'When the oldest of them was asked for; null without any.' }),
  partial: z.boolean().meta({ description: 'Whether there may be older ones that were not looked at.' }),
};
