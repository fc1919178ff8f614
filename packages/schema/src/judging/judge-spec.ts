import { z } from 'zod';

const sampling = {
  /** How often to ask the same question; the majority decides. */
  samples: z.int().min(1).max(10).default(1),
  timeout_s: z.number().positive().max(3600).default(180),
  max_output_tokens: z.int().min(256).max(128_000).default(8192),
};

const members = {
  anthropic: z.strictObject({
    use: z.literal('anthropic'),
    model: z.string().min(1).default('claude-sonnet-4-6'),
    /** Overrides ANTHROPIC_BASE_URL. */
    base_url: z.url().optional(),
    ...sampling,
  }),
  'claude-cli': z.strictObject({
    use: z.literal('claude-cli'),
    model: z.string().min(1).optional(),
    /** Name or path of the program. */
    program: z.string().min(1).default('claude'),
    ...sampling,
  }),
  openai: z.strictObject({
    use: z.literal('openai'),
    model: z.string().min(1).default('gpt-5'),
    /** Overrides OPENAI_BASE_URL. Any compatible service works. */
    base_url: z.url().optional(),
    /** Environment variable with the API key. May be unset if the service needs no key. */
    key_env: z.string().min(1).default('OPENAI_API_KEY'),
    ...sampling,
  }),
  replay: z.strictObject({
    use: z.literal('replay'),
    /** A file of recorded calls from a run, or a folder of such files. */
    from: z.string().min(1),
    ...sampling,
  }),
};

/** A judge that answers prompts. */
export const ModelJudgeSpec = z
  .discriminatedUnion('use', [members.anthropic, members['claude-cli'], members.openai, members.replay])
  .meta({ id: 'ModelJudgeSpec', description: 'A judge that answers prompts: a service, a program or a recording.' });
export type ModelJudgeSpec = z.infer<typeof ModelJudgeSpec>;

const shared = {
  /** Reject a judge from the agent's model family instead of only warning. */
  strict: z.boolean().default(false),
  /** For all questions of one invocation; null: no limit. */
  budget_usd: z.number().positive().nullable().default(5),
  /** A file with criteria that replace the built-in ones. */
  criteria: z.string().min(1).optional(),
  /** Who judges single interactions: the judge, or the built-in rules, which are free. */
  interactions: z.enum(['judge', 'rules']).default('judge'),
};

/** The judge and its options. */
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
    description: 'The judge: a service, a program, a recording, a panel, the built-in rules, or none.',
  });
export type JudgeSpec = z.infer<typeof JudgeSpec>;
