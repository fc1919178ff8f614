import { z } from 'zod';
import { Run } from '../../runs/run.ts';
import { exampleRunDetail } from '../examples/example-run.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';
import { RunSummary } from './run-summary.ts';

const RunDetail = RunSummary.extend({
  run: Run.nullable(),
  waiting_reason: z
    .string()
    .nullable()
    .meta({ description: 'Why no worker takes a queued run. Null if a worker can take it, and after it started.' }),
}).meta({
  id: 'RunDetail',
  description: 'A run with all its details; `run` is null until the run is finished.',
});

export const getRun = defineOperation({
  id: 'get_run',
  method: 'get',
  path: '/v1/runs/{run_id}',
  tag: 'Runs',
  summary: 'Read a run',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  status: 200,
  answer: RunDetail,
  example: { params: { run_id: exampleRun.run_id }, answer: exampleRunDetail },
});
