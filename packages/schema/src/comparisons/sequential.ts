import { z } from 'zod';
import { Ratio } from '../values/units.ts';
import { ConfirmationRuns, Verdict, VerdictInput } from './comparison.ts';

/** Runs evaluated as they arrive: the number of this look, and the number of looks planned in advance. */
export const SequentialInput = VerdictInput.extend({
  look: z
    .strictObject({ taken: z.int().min(1), planned: z.int().min(1).max(1000) })
    .refine(({ taken, planned }) => taken <= planned, {
      path: ['taken'],
      error: 'expected at most as many looks as planned, because later looks have no error budget left',
    }),
}).meta({ id: 'SequentialInput', description: 'The runs of two configurations so far, and which look this is.' });
export type SequentialInput = z.infer<typeof SequentialInput>;

export const StagedSequentialInput = SequentialInput.extend({ confirmation: ConfirmationRuns.optional() }).meta({
  id: 'StagedSequentialInput',
  description: 'The same, with new runs of the tasks suspected at the last look.',
});
export type StagedSequentialInput = z.infer<typeof StagedSequentialInput>;

export const SequentialVerdict = Verdict.extend({
  /** Whether further runs cannot change the verdict. */
  settled: z.boolean(),
  /** Maximum p-value at this look that shows a gain. */
  alpha: Ratio,
}).meta({
  id: 'SequentialVerdict',
  description: 'A verdict that stays valid over repeated looks, and whether it is settled.',
});
export type SequentialVerdict = z.infer<typeof SequentialVerdict>;
