import { z } from 'zod';

/** A place for a reviewer to check. */
export const Finding = z
  .object({
    path: z.string(),
    line: z.int().min(1).optional(),
    message: z.string(),
    /** Kind of finding, such as `removed_test`; set by scorers with several kinds. */
    kind: z.string().optional(),
    /** `failure` counts against the change, `review` does not. Default: `failure`. */
    severity: z.enum(['failure', 'review']).optional(),
    /** Set if there is no innocent explanation, such as for a removed test. */
    certain: z.literal(true).optional(),
    /** The code before and after, on one line each; absent if there is none. */
    before: z.string().optional(),
    after: z.string().optional(),
  })
  .meta({ id: 'Finding', description: 'A place in the change, and one sentence about it.' });
export type Finding = z.infer<typeof Finding>;
