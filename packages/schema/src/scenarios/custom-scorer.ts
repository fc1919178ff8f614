import { z } from 'zod';
import { JsonValue } from '../values/json-value.ts';

// a hyphen, as in custom HTML elements: no built-in type has one, so a later built-in cannot take the name over
const HYPHENATED = /^[a-z][a-z0-9_]*(?:-[a-z0-9_]+)+$/;

/** The type of a scorer from the configuration. */
export const CustomScorerType = z
  .string()
  .max(64)
  .regex(HYPHENATED, { abort: true, message: 'expected lower-case words joined by hyphens, such as no-todo' })
  .meta({
    id: 'CustomScorerType',
    examples: ['no-todo'],
    description: 'The type of a scorer from the configuration: lower-case words joined by hyphens, such as no-todo.',
  }) as z.ZodType<`${string}-${string}`, `${string}-${string}`>;
export type CustomScorerType = z.infer<typeof CustomScorerType>;

/** A scorer from the configuration, with the fields that its file reads. */
export const CustomScorerSpec = z
  .object({ name: z.string().min(1).max(200), type: CustomScorerType, required: z.boolean().optional() })
  .catchall(JsonValue)
  .meta({ id: 'CustomScorerSpec', description: 'A scorer from the configuration; all other fields are passed to it.' });
export type CustomScorerSpec = z.infer<typeof CustomScorerSpec>;
