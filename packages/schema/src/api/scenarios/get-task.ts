import { z } from 'zod';
import { TaskId } from '../../values/ids.ts';
import { exampleStoredTask, exampleTask } from '../examples/example-task.ts';
import { defineOperation } from '../operation.ts';
import { StoredTask } from './stored-task.ts';

export const getTask = defineOperation({
  id: 'get_task',
  method: 'get',
  path: '/v1/tasks/{task_id}',
  tag: 'Scenarios',
  summary: 'Read a task with the names of its files',
  scope: 'read',
  params: z.object({ task_id: TaskId }),
  status: 200,
  answer: StoredTask,
  example: { params: { task_id: exampleTask.task_id }, answer: exampleStoredTask },
});
