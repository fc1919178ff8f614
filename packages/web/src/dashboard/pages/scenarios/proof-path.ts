import { segment } from '../../client/call.ts';

/** Where the proof of a task is asked for, and what its data is kept under. */
export const proofPath = (task_id: string): string => `/v1/tasks/${segment(task_id)}/proof`;
