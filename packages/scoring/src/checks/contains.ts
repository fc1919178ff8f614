import { defineCheck, fail, pass } from './check.ts';
import { includesText } from './includes-text.ts';

/** Looks for a text that has to be there. */
export const contains = defineCheck({
  type: 'contains',
  title: 'The output contains a text',
  description: 'A word or phrase without which the answer is not one.',
  check: (spec, subject) =>
    includesText(spec, subject) ? pass('the text is there') : fail('the text is not in the output'),
});
