import { z } from 'zod';
import { ScorerVerdict } from './gates.ts';
import { ScorerResult } from './grade.ts';
import { Count, Ratio } from './units.ts';

/** A change to a test that somebody other than its author has agreed to beforehand. */
export const AllowedTestChange = z
  .strictObject({
    path: z.string().min(1).meta({ description: 'The file, by its exact path.' }),
    kind: z.string().min(1).meta({
      description: 'A type of scorer such as no_new_skips, a kind of finding such as removed_test, or any.',
    }),
    reason: z.string().min(1).max(500).meta({ description: 'Why it is right; shown with the finding.' }),
  })
  .meta({ id: 'AllowedTestChange', description: 'A finding that is not held against a change, and why.' });
export type AllowedTestChange = z.infer<typeof AllowedTestChange>;

export const AllowedTestChanges = z
  .array(AllowedTestChange)
  .max(10_000)
  .meta({ id: 'AllowedTestChanges', description: 'What the base of a change allows it to do to tests.' });

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
