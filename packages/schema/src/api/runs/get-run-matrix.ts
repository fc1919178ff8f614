import { z } from 'zod';
import { Result } from '../../results/result.ts';
import { AgentId } from '../../values/ids.ts';
import { Count, DurationMs } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { resultCounts } from './get-run-stats.ts';
import { exampleExtent, extentFields, runFilterFields } from './run-filter.ts';

/** What the columns of the matrix are. */
export const columnsField = {
  columns: z
    .enum(['agent', 'label'])
    .default('agent')
    .meta({ description: 'What a column is. Runs without a label are not in any column of `label`.' }),
};

export const getRunMatrix = defineOperation({
  id: 'get_run_matrix',
  method: 'get',
  path: '/v1/runs/matrix',
  tag: 'Runs',
  summary: 'Read the results of each agent or label on each scenario',
  scope: 'read',
  shared: ['matrix'],
  query: z.strictObject({ ...runFilterFields, ...columnsField }),
  status: 200,
  answer: z.object({
    ...extentFields,
    columns: z
      .array(
        z.object({
          name: z.string(),
          agents: z.array(AgentId),
          models: z.array(z.string()).meta({ description: 'As observed in the newest runs.' }),
        }),
      )
      .meta({ description: 'The columns of the cells, sorted by name.' }),
    cells: z.array(
      z.object({
        scenario: z.string(),
        column: z.string().meta({ description: 'Id of the agent, or the label.' }),
        runs: Count,
        ...resultCounts,
        mean_score: z.number().nullable().meta({ description: 'Of the runs that passed.' }),
        cost_usd_micros: z.number().nullable().meta({ description: 'Total of the runs with a known cost.' }),
        costed: Count.meta({ description: 'Runs with a known cost.' }),
        mean_wall_ms: DurationMs.nullable(),
        recent: z.array(Result).meta({ description: 'Results of the newest runs, newest first.' }),
        recent_review: z.array(Count).meta({ description: 'Integrity findings to review in each of these runs.' }),
      }),
    ),
  }),
  example: {
    query: { since: '2026-11-09T00:00:00Z' },
    answer: {
      ...exampleExtent,
      columns: [{ name: exampleRun.agent_id, agents: [exampleRun.agent_id], models: ['claude-opus-4-5'] }],
      cells: [
        {
          scenario: exampleRun.scenario,
          column: exampleRun.agent_id,
          runs: 2,
          passed: 1,
          not_passed: 1,
          tampered: 0,
          unchecked: 0,
          errored: 0,
          mean_score: 89,
          cost_usd_micros: 800_400,
          costed: 2,
          mean_wall_ms: 102_345,
          recent: ['passed', 'failed'],
          recent_review: [1, 0],
        },
      ],
    },
  },
});
