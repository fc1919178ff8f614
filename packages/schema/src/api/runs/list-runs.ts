import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleRun } from '../run-params.ts';
import { runFilterFields } from './run-filter.ts';
import { RunSummary } from './run-summary.ts';

export const listRuns = defineOperation({
  id: 'list_runs',
  method: 'get',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'List the runs of a workspace, newest first',
  description:
    'With several filters, each page checks a limited number of runs. A page may therefore be short or empty and still have a `next`.',
  scope: 'read',
  query: z.strictObject({ ...runFilterFields, ...pageFields }),
  status: 200,
  answer: pageSchema(RunSummary),
  example: {
    query: { agent_id: exampleRun.agent_id, status: 'finished', since: '2026-11-15T00:00:00Z' },
    answer: { items: [exampleRun], next: null },
  },
});
