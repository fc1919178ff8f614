import { z } from 'zod';
import { PROBLEMS } from './assay-error.ts';

export const ProblemCode = z
  .enum(Object.keys(PROBLEMS) as [keyof typeof PROBLEMS, ...(keyof typeof PROBLEMS)[]])
  .meta({ id: 'ProblemCode', description: 'Stable error code to branch on.' });
export type ProblemCode = z.infer<typeof ProblemCode>;

/** An error in the API: `application/problem+json` with a `code`. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: ProblemCode,
    detail: z.string(),
    path: z.string().optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Problem', description: 'An error, with a code to branch on and the invalid field.' });
export type Problem = z.infer<typeof Problem>;
