import { z } from 'zod';
import { AgentId, RunId, TaskId } from '../../ids.ts';
import { Trial } from '../../proof.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { RunStatus } from '../runs/run-summary.ts';

/** What the runs came to that were asked for to prove a task. */
export const TaskProof = z
  .object({
    task_id: TaskId,
    proven: z.boolean().nullable().meta({ description: 'Null until each of them is graded.' }),
    reason: z.string().nullable().meta({
      description: 'Why it cannot be proven, or the first that did not do as it must; null when nothing is against it.',
    }),
    yardsticks: z.array(
      z.object({
        agent: AgentId,
        run_id: RunId.nullable().meta({ description: 'Null when it was not asked for yet.' }),
        status: RunStatus.nullable(),
        trial: Trial.nullable().meta({ description: 'Null until the run is graded.' }),
      }),
    ),
  })
  .meta({ id: 'TaskProof', description: 'A task tried on itself, yardstick by yardstick, as far as it is known.' });
export type TaskProof = z.infer<typeof TaskProof>;

export const getTaskProof = defineOperation({
  id: 'get_task_proof',
  method: 'get',
  path: '/v1/tasks/{task_id}/proof',
  tag: 'Scenarios',
  summary: 'Read whether a task is proven: the oracle passes, doing nothing and cheating do not',
  description:
    'Of each yardstick the newest run counts that was asked for to prove the task: by a POST to the same address, or one by one as a run with the label `proof`, such as `{"execute": {"task_id": …, "label": "proof", "agent": {"id": "cheat:skip-all", "type": "cheat", "cheat": "skip-all"}}}`.',
  scope: 'read',
  params: z.object({ task_id: TaskId }),
  status: 200,
  answer: TaskProof,
  example: {
    params: { task_id: exampleRun.task_id },
    answer: {
      task_id: exampleRun.task_id,
      proven: null,
      reason: null,
      yardsticks: [
        {
          agent: 'oracle',
          run_id: exampleRun.run_id,
          status: 'finished',
          trial: { agent: 'oracle', outcome: 'COMPLETED', scorers: 'PASS', holds: true, remark: 'solves it' },
        },
        { agent: 'nop', run_id: 'run_01m7ew0rvkraj0vfggyenb7x96', status: 'running', trial: null },
        { agent: 'cheat:delete-tests', run_id: null, status: null, trial: null },
      ],
    },
  },
});
