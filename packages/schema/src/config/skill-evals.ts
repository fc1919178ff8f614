import { z } from 'zod';

/** `evals.json` of a skill. */
export const SkillEvals = z
  .looseObject({
    skill_name: z.string().min(1).optional(),
    evals: z
      .array(
        z.looseObject({
          id: z.union([z.string(), z.number()]).optional(),
          prompt: z.string().min(1),
          expected_output: z.string().optional(),
          files: z.array(z.string()).default([]),
          expectations: z.array(z.string().min(1)).default([]),
        }),
      )
      .min(1),
  })
  .meta({ id: 'SkillEvals', description: 'The file evals.json of a skill.' });
export type SkillEvals = z.infer<typeof SkillEvals>;
