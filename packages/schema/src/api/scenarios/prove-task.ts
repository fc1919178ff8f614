import { z } from 'zod';
import { TaskId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleQueuedRun, exampleRun } from '../run-params.ts';
import { workspaceField } from '../runs/run-filter.ts';
import { TaskProof } from './get-task-proof.ts';

export const proveTask = defineOperation({
  id: 'prove_task',
  method: 'post',
  path: '/v1/tasks/{task_id}/proof',
  tag: 'Scenarios',
  summary: 'Queue all runs that prove a task: the oracle, doing nothing and each cheat',
  description:
    'Queues all runs or none. They do not count for any agent. A task without what a proof needs is rejected.',
  scope: 'write',
  params: z.object({ task_id: TaskId }),
  body: z.strictObject({ ...workspaceField }),
  status: 202,
  answer: TaskProof,
  example: {
    params: { task_id: exampleRun.task_id },
    body: {},
    answer: {
      task_id: exampleRun.task_id,
      proven: null,
      reason: null,
      yardsticks: [{ agent: 'oracle', run_id: exampleQueuedRun.run_id, status: 'queued', trial: null }],
    },
  },
});
