import { z } from 'zod';
import { Scenario } from '../scenarios/scenario.ts';
import { Config } from './config.ts';

/** JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): Record<string, unknown> => forEditors(Scenario);

/** JSON Schema of `assay.config.*`, for editors. */
export const configJsonSchema = (): Record<string, unknown> => forEditors(Config);

// a file may have a `$schema` key, which is not part of its content
function forEditors(schema: z.ZodType): Record<string, unknown> {
  const { $schema, $ref, $defs, ...inline } = z.toJSONSchema(schema, { io: 'input' });
  const name = $ref?.replace('#/$defs/', '') ?? '';
  const { [name]: root = inline, ...definitions } = $defs ?? {};
  return { $schema, ...root, properties: { $schema: { type: 'string' }, ...root.properties }, $defs: definitions };
}
