import type { Comparison } from '@assay/schema';

/** Whether all runs of a task on one side were excluded, so that it cannot be compared. */
export const isUnanswered = ({ tasks, left_out }: Comparison): boolean =>
  tasks.some((task) =>
    (['baseline', 'candidate'] as const).some(
      (side) =>
        task[side].run_ids.length === 0 && left_out.some((run) => run.task_id === task.task_id && run.side === side),
    ),
  );
