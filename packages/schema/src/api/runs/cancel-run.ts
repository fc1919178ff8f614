import { defineOperation } from '../operation.ts';
import { exampleQueuedRun, exampleRun, runParams } from '../run-params.ts';
import { RunSummary } from './run-summary.ts';

export const cancelRun = defineOperation({
  id: 'cancel_run',
  method: 'post',
  path: '/v1/runs/{run_id}/cancel',
  tag: 'Runs',
  summary: 'Cancel a queued or running run',
  description: 'A finished run is a `conflict`. The worker that executes the run stops within seconds.',
  scope: 'write',
  params: runParams,
  status: 200,
  answer: RunSummary,
  example: { params: { run_id: exampleRun.run_id }, answer: { ...exampleQueuedRun, status: 'cancelled' } },
});
