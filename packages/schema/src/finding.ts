import { z } from 'zod';

/** Something a reviewer can go and look at. */
export const Finding = z
  .object({
    path: z.string(),
    line: z.int().min(1).optional(),
    message: z.string(),
    /** What kind of thing it is, such as `removed_test`; scorers that find several kinds say. */
    kind: z.string().optional(),
    /** Whether it counts against the change, or is only worth a look; it counts unless said otherwise. */
    severity: z.enum(['failure', 'review']).optional(),
    /** Whether it has no honest reading, such as a test that is gone; absent where that can be argued. */
    certain: z.literal(true).optional(),
    /** The construct as it was and as it is, on one line each; absent where there is none. */
    before: z.string().optional(),
    after: z.string().optional(),
  })
  .meta({ id: 'Finding', description: 'A place in the change, and one sentence about it.' });
export type Finding = z.infer<typeof Finding>;
