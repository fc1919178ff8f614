import { z } from 'zod';
import { ScorerVerdict } from '../scores/gates.ts';
import { Count, Ratio } from '../values/units.ts';
import { ChangeRecord } from './change-record.ts';
import { ScorerResult } from './grade.ts';

/** Output of `assay check`. */
export const CheckReport = z
  .object({
    /** Over the required scorers. */
    overall: ScorerVerdict,
    /** Mean over PASS and FAIL results, to six decimals; null if there are none. */
    mean_score: Ratio.nullable(),
    mean_required: Ratio.nullable(),
    /** Results in the mean, of all results, such as `7 of 9`. */
    scored: z.string().regex(/^\d+ of \d+$/),
    results: z.array(ScorerResult),
    /** Number of findings of each grade. */
    grades: z.object({ blocks: Count, review: Count, note: Count }),
    /** The two sides as requested, with what they resolve to. */
    base: z.string(),
    head: z.string(),
    changed_files: Count,
    warnings: z.array(z.string()),
    /** What running the change showed; absent if it was only read. */
    run: ChangeRecord.optional(),
  })
  .meta({ id: 'CheckReport', description: 'The verdicts of scorers on a change by anyone.' });
export type CheckReport = z.infer<typeof CheckReport>;
