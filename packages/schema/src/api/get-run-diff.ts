import { defineOperation } from './operation.ts';
import { runParams } from './run-params.ts';

export const getRunDiff = defineOperation({
  id: 'get_run_diff',
  method: 'get',
  path: '/v1/runs/{run_id}/diff',
  tag: 'Runs',
  summary: 'Read what a run changed, as a patch',
  description: 'Empty when it changed nothing.',
  scope: 'read',
  params: runParams,
  status: 200,
  answer: null,
  produces: 'text/plain; charset=utf-8',
});
