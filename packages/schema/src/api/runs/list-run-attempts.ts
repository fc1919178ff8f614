import { z } from 'zod';
import { Count, Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

export const RunAttempt = z
  .object({
    attempt: Count,
    worker: z.string(),
    status: z.enum(['running', 'lost', 'failed', 'returned', 'cancelled', 'finished']),
    problem: z.string().nullable(),
    started_at: Instant,
    ended_at: Instant.nullable(),
  })
  .meta({
    id: 'RunAttempt',
    description:
      'One attempt of a worker to execute a run. Lost: the worker disappeared. Failed: the worker could not execute the run. Returned: the worker was stopped and gave the run back.',
  });
export type RunAttempt = z.infer<typeof RunAttempt>;

export const listRunAttempts = defineOperation({
  id: 'list_run_attempts',
  method: 'get',
  path: '/v1/runs/{run_id}/attempts',
  tag: 'Runs',
  summary: 'List the attempts of workers to execute a run',
  scope: 'read',
  params: runParams,
  status: 200,
  answer: z.object({ attempts: z.array(RunAttempt) }),
  example: {
    params: { run_id: exampleRun.run_id },
    answer: {
      attempts: [
        {
          attempt: 1,
          worker: 'worker-1',
          status: 'finished',
          problem: null,
          started_at: '2026-11-15T12:00:01.640Z',
          ended_at: exampleRun.finished_at,
        },
      ],
    },
  },
});
