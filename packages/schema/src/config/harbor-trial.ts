import { z } from 'zod';

const text = z.string().nullish();
const tokens = z.int().min(0).nullish();
const span = z.looseObject({ started_at: text, finished_at: text }).nullish();

/** `result.json` of a trial. Numbers of rewards are checked when they are graded. */
export const HarborTrial = z
  .looseObject({
    id: text,
    task_name: z.string().min(1),
    trial_name: z.string().min(1),
    task_checksum: text,
    agent_info: z
      .looseObject({
        name: z.string().min(1),
        version: text,
        model_info: z.looseObject({ name: z.string().min(1), provider: text }).nullish(),
      })
      .nullish(),
    agent_result: z
      .looseObject({
        n_input_tokens: tokens,
        n_cache_tokens: tokens,
        n_output_tokens: tokens,
        cost_usd: z.number().min(0).nullish(),
      })
      .nullish(),
    verifier_result: z.looseObject({ rewards: z.record(z.string(), z.unknown()).nullish() }).nullish(),
    exception_info: z.looseObject({ exception_type: z.string(), exception_message: z.string().default('') }).nullish(),
    started_at: text,
    finished_at: text,
    agent_execution: span,
    verifier: span,
  })
  .meta({ id: 'HarborTrial', description: 'The file result.json of a trial in a Harbor job.' });
export type HarborTrial = z.infer<typeof HarborTrial>;
