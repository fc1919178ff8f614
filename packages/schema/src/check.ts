import { z } from 'zod';
import { ScorerVerdict } from './gates.ts';
import { ScorerResult } from './grade.ts';
import { Count, Ratio } from './units.ts';

/** What `assay check` says of a change. */
export const CheckReport = z
  .object({
    /** Over the required scorers. */
    overall: ScorerVerdict,
    /** Over results that are PASS or FAIL, to six decimals; null without any. */
    mean_score: Ratio.nullable(),
    mean_required: Ratio.nullable(),
    /** How many results are in the mean, of how many there are, such as `7 of 9`. */
    scored: z.string().regex(/^\d+ of \d+$/),
    results: z.array(ScorerResult),
    /** The two sides as they were asked for, with what they stand for. */
    base: z.string(),
    head: z.string(),
    changed_files: Count,
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CheckReport', description: 'The verdicts of scorers on a change, whoever made it.' });
export type CheckReport = z.infer<typeof CheckReport>;
