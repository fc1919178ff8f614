import { z } from 'zod';
import { PROBLEMS } from './assay-error.ts';

export const ProblemCode = z
  .enum(Object.keys(PROBLEMS) as [keyof typeof PROBLEMS, ...(keyof typeof PROBLEMS)[]])
  .meta({ id: 'ProblemCode', description: 'What went wrong; stable, to branch on.' });
export type ProblemCode = z.infer<typeof ProblemCode>;

/** A failure on the wire: `application/problem+json` with our `code`. */
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
  .meta({ id: 'Problem', description: 'A failure, with the code to branch on and the field at fault.' });
export type Problem = z.infer<typeof Problem>;
