import { z } from 'zod';
import { JsonValue } from '../values/json-value.ts';
import { LatencyMs } from './reputation.ts';

const common = {
  /** Name of the result. Default: the type, plus a number if there are several. */
  id: z.string().min(1).max(200).optional(),
  required: z.boolean().default(true),
};

const Pattern = z.string().min(1).max(1000);

const Text = z.strictObject({ value: z.string().min(1).max(10_000), ignore_case: z.boolean().default(false) }).shape;

/** A check of an agent's output, with exactly the fields of its type. */
export const EvaluationCheck = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('json_schema'), ...common, schema: JsonValue }),
    z.strictObject({
      type: z.literal('regex'),
      ...common,
      pattern: Pattern,
      expect: z.enum(['match', 'absent']).default('match'),
      flags: z
        .string()
        .regex(/^[ims]{0,3}$/, 'expected only the flags i, m and s')
        .default(''),
    }),
    z.strictObject({ type: z.literal('contains'), ...common, ...Text }),
    z.strictObject({ type: z.literal('not_contains'), ...common, ...Text }),
    z.strictObject({ type: z.literal('equals'), ...common, value: JsonValue }),
    z.strictObject({
      type: z.literal('json_path'),
      ...common,
      path: z.string().min(1).max(500),
      /** Without any of these three, the path must match something. */
      exists: z.boolean().optional(),
      equals: JsonValue.optional(),
      matches: Pattern.optional(),
    }),
    z.strictObject({ type: z.literal('latency'), ...common, max_ms: LatencyMs }),
    z.strictObject({ type: z.literal('cost'), ...common, max_usd: z.number().min(0).max(1e9) }),
    z.strictObject({
      type: z.literal('filesystem'),
      ...common,
      /** The folder that absolute paths must be in. */
      root: z.string().min(1).max(4096).optional(),
    }),
    z.strictObject({
      type: z.literal('pii'),
      ...common,
      kinds: z
        .array(z.enum(['email', 'phone', 'ssn', 'credit_card', 'iban']))
        .min(1)
        .optional(),
    }),
    z.strictObject({
      type: z.literal('content'),
      ...common,
      expected_outcome: z.enum(['completion', 'refusal']).optional(),
    }),
    z.strictObject({ type: z.literal('secrets'), ...common }),
  ])
  .meta({
    id: 'EvaluationCheck',
    description: "A check of an agent's output, with the fields of its type.",
  });
export type EvaluationCheck = z.infer<typeof EvaluationCheck>;
