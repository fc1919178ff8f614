import { z } from 'zod';

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
