import { z } from 'zod';
import { AgentId } from '../../values/ids.ts';
import { Count } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { resultCounts } from './get-run-stats.ts';
import { exampleExtent, extentFields, runFilterFields } from './run-filter.ts';

export const getRunMatrix = defineOperation({
  id: 'get_run_matrix',
  method: 'get',
  path: '/v1/runs/matrix',
  tag: 'Runs',
  summary: 'Read the results of each agent on each scenario',
  scope: 'read',
  query: z.strictObject(runFilterFields),
  status: 200,
  answer: z.object({
    ...extentFields,
    cells: z.array(
      z.object({
        scenario: z.string(),
        agent_id: AgentId,
        runs: Count,
        ...resultCounts,
        mean_score: z.number().nullable().meta({ description: 'Of the runs that passed.' }),
        cost_usd_micros: z.number().nullable(),
      }),
    ),
  }),
  example: {
    query: { since: '2026-11-09T00:00:00Z' },
    answer: {
      ...exampleExtent,
      cells: [
        {
          scenario: exampleRun.scenario,
          agent_id: exampleRun.agent_id,
          runs: 2,
          passed: 1,
          not_passed: 1,
          tampered: 0,
          unchecked: 0,
          errored: 0,
          mean_score: 89,
          cost_usd_micros: 800_400,
        },
      ],
    },
  },
});
