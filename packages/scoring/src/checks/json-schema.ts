import { defineCheck, fail, pass } from './check.ts';
import { validateSchema } from './json-schema/validate-schema.ts';

/** Validates the output against a JSON Schema. */
export const jsonSchema = defineCheck({
  type: 'json_schema',
  title: 'The output matches a JSON Schema',
  description: 'Validates the output against a JSON Schema of draft 2020-12. An unknown keyword is an error.',
  check({ schema }, { output }, budget) {
    const misfit = validateSchema(output, schema, budget);
    return misfit === null ? pass('the output matches the schema') : fail(misfit);
  },
});
