import { z } from 'zod';
import { Result } from '../../results/result.ts';
import { AgentId, RunId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleTotals, ratedTotals } from './get-run-totals.ts';
import { workspaceField } from './run-filter.ts';

const Totals = z.object(ratedTotals);

export const getRunChanges = defineOperation({
  id: 'get_run_changes',
  method: 'get',
  path: '/v1/runs/changes',
  tag: 'Runs',
  summary: 'Compare the last 24 hours with the 24 hours before',
  description:
    'A regression is a scenario and an agent whose newest run failed or was tampered with, and whose last run before these 24 hours passed. The newest 100 are listed.',
  scope: 'read',
  query: z.strictObject({ ...workspaceField }),
  status: 200,
  answer: z.object({
    since: Instant.meta({ description: '24 hours ago.' }),
    now: Totals,
    before: Totals,
    partial: z.boolean().meta({ description: 'Whether a day has more than 50,000 runs; the newest are counted.' }),
    regressions: z.array(
      z.object({ scenario: z.string(), agent_id: AgentId, run_id: RunId, result: Result, passed_run_id: RunId }),
    ),
  }),
  example: {
    query: { workspace_id: exampleRun.workspace_id },
    answer: {
      since: '2026-11-14T12:00:00.000Z',
      now: exampleTotals,
      before: exampleTotals,
      partial: false,
      regressions: [
        {
          scenario: exampleRun.scenario,
          agent_id: exampleRun.agent_id,
          run_id: exampleRun.run_id,
          result: 'failed',
          passed_run_id: exampleRun.run_id,
        },
      ],
    },
  },
});
