import { segment } from '../../client/call.ts';

/** The API path of the proof of a task, which is also its query key. */
export const proofPath = (task_id: string): string => `/v1/tasks/${segment(task_id)}/proof`;
