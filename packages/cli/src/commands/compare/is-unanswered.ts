import type { Comparison } from '@assay/schema';

/** Whether some task has no run that counts on a side, and not for want of trying: the answer is missing. */
export const isUnanswered = ({ tasks, left_out }: Comparison): boolean =>
  tasks.some((task) =>
    (['baseline', 'candidate'] as const).some(
      (side) =>
        task[side].run_ids.length === 0 && left_out.some((run) => run.task_id === task.task_id && run.side === side),
    ),
  );
