import { defineCheck, fail, pass } from './check.ts';
import { equalJson } from './equal-json.ts';

/** Holds the whole output against a value. */
export const equals = defineCheck({
  type: 'equals',
  title: 'The output is exactly a value',
  description: 'The one right answer, as JSON: the order of fields does not matter, everything else does.',
  check: ({ value }, { output }, budget) =>
    equalJson(output, value, budget) ? pass('the output is the value') : fail('the output is another value'),
});
