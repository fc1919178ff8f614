import { getTask } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getTaskHandler = handle(
  getTask,
  async ({ params: { task_id }, caller: { organization_id }, services: { store } }) => {
    const task = requireFound(await store.tasks.find(organization_id, task_id), task_id);
    return { ...task, files: await store.task_files.list(organization_id, task_id) };
  },
);
