import { z } from 'zod';
import { Result } from '../../results/result.ts';
import { Tier } from '../../scores/scorecard.ts';
import { AgentId, RunId } from '../../values/ids.ts';
import { DurationMs, Points100, UsdMicros } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleExtent, extentFields, runFilterFields } from './run-filter.ts';

const { run_id, agent_id, scenario, result, tier, score, cost_usd_micros, wall_ms } = exampleRun;

export const listRunPoints = defineOperation({
  id: 'list_run_points',
  method: 'get',
  path: '/v1/runs/points',
  tag: 'Runs',
  summary: 'Read cost, time and score per run, for a scatter plot',
  scope: 'read',
  query: z.strictObject({ ...runFilterFields, limit: z.coerce.number().int().min(1).max(5_000).default(1_000) }),
  status: 200,
  answer: z.object({
    ...extentFields,
    points: z.array(
      z.object({
        run_id: RunId,
        agent_id: AgentId,
        scenario: z.string(),
        result: Result.nullable(),
        tier: Tier.nullable(),
        score: Points100,
        cost_usd_micros: UsdMicros.nullable(),
        wall_ms: DurationMs.nullable(),
      }),
    ),
  }),
  example: {
    query: { min_score: '80' },
    answer: {
      ...exampleExtent,
      points: [{ run_id, agent_id, scenario, result, tier, score, cost_usd_micros, wall_ms }],
    },
  },
});
