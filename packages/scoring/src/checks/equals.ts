import { defineCheck, fail, pass } from './check.ts';
import { equalJson } from './equal-json.ts';

/** Compares the whole output with a value. */
export const equals = defineCheck({
  type: 'equals',
  title: 'The output is exactly a value',
  description: 'Compares the output with one JSON value; only the order of fields is ignored.',
  check: ({ value }, { output }, budget) =>
    equalJson(output, value, budget) ? pass('the output equals the value') : fail('the output differs from the value'),
});
