import { defineCheck, fail, pass } from './check.ts';
import { includesText } from './includes-text.ts';

/** Looks for a text that must not be there. */
export const notContains = defineCheck({
  type: 'not_contains',
  title: 'The output does not contain a text',
  description: 'A word or phrase that has no place in the answer.',
  check: (spec, subject) =>
    includesText(spec, subject) ? fail('the text is in the output, and must not') : pass('the text is not there'),
});
