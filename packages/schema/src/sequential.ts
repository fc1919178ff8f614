import { z } from 'zod';
import { ConfirmationRuns, Verdict, VerdictInput } from './comparison.ts';
import { Ratio } from './units.ts';

/** Runs that are looked at as they come in: for the how manieth time, of how many that were planned beforehand. */
export const SequentialInput = VerdictInput.extend({
  look: z
    .strictObject({ taken: z.int().min(1), planned: z.int().min(1).max(1000) })
    .refine(({ taken, planned }) => taken <= planned, {
      path: ['taken'],
      error: 'expected no more looks than were planned: what comes after has no error left to spend',
    }),
}).meta({ id: 'SequentialInput', description: 'The runs of two configurations so far, and which look this is.' });
export type SequentialInput = z.infer<typeof SequentialInput>;

export const StagedSequentialInput = SequentialInput.extend({ confirmation: ConfirmationRuns.optional() }).meta({
  id: 'StagedSequentialInput',
  description: 'The same, and fresh runs of the tasks that were in doubt at the last look.',
});
export type StagedSequentialInput = z.infer<typeof StagedSequentialInput>;

export const SequentialVerdict = Verdict.extend({
  /** Whether further runs would be made for nothing. */
  settled: z.boolean(),
  /** How small a p-value has to be at this look to show a gain. */
  alpha: Ratio,
}).meta({
  id: 'SequentialVerdict',
  description: 'A verdict that holds however often the data was looked at, and whether it is settled.',
});
export type SequentialVerdict = z.infer<typeof SequentialVerdict>;
