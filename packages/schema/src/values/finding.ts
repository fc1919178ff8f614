import { z } from 'zod';

/** How serious a finding is. Every report uses the same words. */
export const FindingGrade = z.enum(['blocks', 'review', 'note']).meta({
  id: 'FindingGrade',
  description: 'How serious a finding is: it blocks the change, a person should review it, or it is for information.',
});
export type FindingGrade = z.infer<typeof FindingGrade>;

/** A place for a reviewer to check. */
export const Finding = z
  .object({
    path: z.string(),
    line: z.int().min(1).optional(),
    message: z.string(),
    /** Kind of finding, such as `removed_test`; set by scorers with several kinds. */
    kind: z.string().optional(),
    /** `failure` counts against the change, `review` and `note` do not. Default: `failure`. */
    severity: z.enum(['failure', 'review', 'note']).optional(),
    /** What it means for the change; set in the report of a check. */
    grade: FindingGrade.optional(),
    /** Set if there is no innocent explanation, such as for a removed test. */
    certain: z.literal(true).optional(),
    /** The code before and after, on one line each; absent if there is none. */
    before: z.string().optional(),
    after: z.string().optional(),
  })
  .meta({ id: 'Finding', description: 'A place in the change, and one sentence about it.' });
export type Finding = z.infer<typeof Finding>;
