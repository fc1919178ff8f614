import { z } from 'zod';

const SkillCiCheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), cmd: z.string().min(1), expectExitZero: z.boolean().default(true) }),
  z.strictObject({ kind: z.literal('fileExists'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('fileContains'), path: z.string().min(1), substring: z.string().min(1) }),
  z.strictObject({ kind: z.literal('testSuite'), cmd: z.string().min(1) }),
]);
export type SkillCiCheck = z.infer<typeof SkillCiCheck>;

/** `task.json` of SkillCI, as documented by SkillCI. */
export const SkillCiTask = z
  .strictObject({
    id: z.string().min(1).max(200),
    title: z.string().min(1),
    agent: z.enum(['claude-code', 'cursor', 'codex']),
    fixtureDir: z.string().min(1),
    prompt: z.string().min(1),
    checks: z.array(SkillCiCheck).default([]),
    judgeRubric: z
      .strictObject({ criteria: z.string().min(1), weight: z.number().min(0).max(1).optional() })
      .optional(),
    timeoutMs: z.int().positive().default(120_000),
  })
  .meta({ id: 'SkillCiTask', description: 'A task file of SkillCI.' });
export type SkillCiTask = z.infer<typeof SkillCiTask>;
