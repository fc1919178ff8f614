import { defineCheck, fail, pass } from './check.ts';
import { validateSchema } from './json-schema/validate-schema.ts';

/** Holds the output against a JSON Schema. */
export const jsonSchema = defineCheck({
  type: 'json_schema',
  title: 'The output fits a JSON Schema',
  description:
    'The shape that whoever reads the answer relies on. Draft 2020-12; a keyword that is not known is an error.',
  check({ schema }, { output }, budget) {
    const misfit = validateSchema(output, schema, budget);
    return misfit === null ? pass('the output fits the schema') : fail(misfit);
  },
});
