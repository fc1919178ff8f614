import { z } from 'zod';

const sampling = {
  /** How often the same question is asked; the majority decides. */
  samples: z.int().min(1).max(10).default(1),
  timeout_s: z.number().positive().max(3600).default(180),
  max_output_tokens: z.int().min(256).max(128_000).default(8192),
};

const members = {
  anthropic: z.strictObject({
    use: z.literal('anthropic'),
    model: z.string().min(1).default('claude-sonnet-4-6'),
    /** Instead of ANTHROPIC_BASE_URL. */
    base_url: z.url().optional(),
    ...sampling,
  }),
  'claude-cli': z.strictObject({
    use: z.literal('claude-cli'),
    model: z.string().min(1).optional(),
    /** The program, by name or path. */
    program: z.string().min(1).default('claude'),
    ...sampling,
  }),
  openai: z.strictObject({
    use: z.literal('openai'),
    model: z.string().min(1).default('gpt-5'),
    /** Instead of OPENAI_BASE_URL: any service that speaks the protocol. */
    base_url: z.url().optional(),
    /** The variable that holds the key; a service that wants none needs none. */
    key_env: z.string().min(1).default('OPENAI_API_KEY'),
    ...sampling,
  }),
  replay: z.strictObject({
    use: z.literal('replay'),
    /** A file of calls, as a run keeps them, or a folder of such files. */
    from: z.string().min(1),
    ...sampling,
  }),
};

/** A judge that is asked in words. */
export const ModelJudgeSpec = z
  .discriminatedUnion('use', [members.anthropic, members['claude-cli'], members.openai, members.replay])
  .meta({ id: 'ModelJudgeSpec', description: 'A judge that is asked in words: a service, a program, or a recording.' });
export type ModelJudgeSpec = z.infer<typeof ModelJudgeSpec>;

const shared = {
  /** Refuse a judge of the same family of models as the agent, instead of only saying so. */
  strict: z.boolean().default(false),
  /** For everything one invocation asks of it; null for no bound. */
  budget_usd: z.number().positive().nullable().default(5),
  /** A file of criteria to judge runs by, instead of those that come with Assay. */
  criteria: z.string().min(1).optional(),
  /** Who judges single interactions: the judge, or rules, which cost nothing. */
  interactions: z.enum(['judge', 'rules']).default('judge'),
};

/** Which judge to ask, and how. */
export const JudgeSpec = z
  .discriminatedUnion('use', [
    members.anthropic.extend(shared),
    members['claude-cli'].extend(shared),
    members.openai.extend(shared),
    members.replay.extend(shared),
    z.strictObject({ use: z.literal('panel'), members: z.array(ModelJudgeSpec).min(2).max(10), ...shared }),
    z.strictObject({ use: z.literal('auto'), ...shared }),
    z.strictObject({ use: z.literal('heuristic') }),
    z.strictObject({ use: z.literal('none') }),
  ])
  .meta({
    id: 'JudgeSpec',
    description: 'The judge: a service, a program, a recording, several of them, rules alone, or none.',
  });
export type JudgeSpec = z.infer<typeof JudgeSpec>;
