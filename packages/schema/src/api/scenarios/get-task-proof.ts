import { z } from 'zod';
import { Trial } from '../../results/proof.ts';
import { AgentId, RunId, TaskId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { RunStatus } from '../runs/run-summary.ts';

/** Results of the runs that prove a task. */
export const TaskProof = z
  .object({
    task_id: TaskId,
    proven: z.boolean().nullable().meta({ description: 'Null until every run is graded.' }),
    reason: z.string().nullable().meta({
      description: 'Why the task cannot be proven, or the first reference agent with the wrong result; null otherwise.',
    }),
    yardsticks: z.array(
      z.object({
        agent: AgentId,
        run_id: RunId.nullable().meta({ description: 'Null if no run was created yet.' }),
        status: RunStatus.nullable(),
        trial: Trial.nullable().meta({ description: 'Null until the run is graded.' }),
      }),
    ),
  })
  .meta({ id: 'TaskProof', description: 'The proof of a task so far, by reference agent.' });
export type TaskProof = z.infer<typeof TaskProof>;

export const getTaskProof = defineOperation({
  id: 'get_task_proof',
  method: 'get',
  path: '/v1/tasks/{task_id}/proof',
  tag: 'Scenarios',
  summary: 'Read the proof of a task: the oracle must pass; doing nothing and cheating must fail',
  description:
    'For each reference agent, the newest proof run counts. Create proof runs with a POST to the same address, or one by one as runs with the label `proof`, such as `{"execute": {"task_id": …, "label": "proof", "agent": {"id": "cheat:skip-all", "type": "cheat", "cheat": "skip-all"}}}`.',
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
