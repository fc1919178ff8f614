import { z } from 'zod';
import { provenance } from '../values/score.ts';
import { Count, Interval, Ratio } from '../values/units.ts';

export const TaskTrials = z
  .strictObject({ task_id: z.string().min(1).optional(), passes: Count, n: Count })
  .refine(({ passes, n }) => passes <= n, { path: ['passes'], message: 'expected at most as many passes as trials' })
  .meta({ id: 'TaskTrials', description: 'Passes and trials of one task.' });
export type TaskTrials = z.infer<typeof TaskTrials>;

export const RateInput = z
  .strictObject({ tasks: z.array(TaskTrials), k: z.int().min(1).optional() })
  .meta({ id: 'RateInput', description: 'The trials of each task, and the k of pass@k.' });
export type RateInput = z.infer<typeof RateInput>;

export const Rate = z
  .object({
    n: Count,
    passes: Count,
    rate: Ratio.nullable(),
    interval: Interval,
    task_interval: Interval.nullable(),
    k: Count,
    pass_at_k: Ratio.nullable(),
    pass_hat_k: Ratio.nullable(),
    excluded: z.array(z.string()),
    ...provenance,
  })
  .meta({ id: 'Rate', description: 'A pass rate with its intervals, pass@k and pass^k, and the excluded tasks.' });
export type Rate = z.infer<typeof Rate>;
