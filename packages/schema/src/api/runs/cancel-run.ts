import { defineOperation } from '../operation.ts';
import { exampleQueuedRun, exampleRun, runParams } from '../run-params.ts';
import { RunSummary } from './run-summary.ts';

export const cancelRun = defineOperation({
  id: 'cancel_run',
  method: 'post',
  path: '/v1/runs/{run_id}/cancel',
  tag: 'Runs',
  summary: 'Cancel a run that waits or runs',
  description: 'A run that is over is a `conflict`. A worker that has it lets go within seconds.',
  scope: 'write',
  params: runParams,
  status: 200,
  answer: RunSummary,
  example: { params: { run_id: exampleRun.run_id }, answer: { ...exampleQueuedRun, status: 'cancelled' } },
});
