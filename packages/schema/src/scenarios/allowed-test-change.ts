import { z } from 'zod';

/** A change to a test, approved in advance by someone other than its author. */
export const AllowedTestChange = z
  .strictObject({
    path: z.string().min(1).meta({ description: 'Exact path of the file.' }),
    test: z.string().min(1).optional().meta({ description: 'Only this test of the file, as its runner names it.' }),
    kind: z.string().min(1).meta({
      description:
        'Scorer type such as no_new_skips, kind of finding such as removed_test, rule of a run such as B1, or any.',
    }),
    reason: z.string().min(1).max(500).meta({ description: 'Why the change is fine; shown with the finding.' }),
  })
  .meta({ id: 'AllowedTestChange', description: 'A finding that does not count against a change, and why.' });
export type AllowedTestChange = z.infer<typeof AllowedTestChange>;

export const AllowedTestChanges = z
  .array(AllowedTestChange)
  .max(10_000)
  .meta({ id: 'AllowedTestChanges', description: 'Test changes that the base branch allows.' });
