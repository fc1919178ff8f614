import { defineCheck, fail, pass } from './check.ts';
import { includesText } from './includes-text.ts';

/** Passes when the output contains a text. */
export const contains = defineCheck({
  type: 'contains',
  title: 'The output contains a text',
  description: 'Passes when the output contains a required word or phrase.',
  check: (spec, subject) =>
    includesText(spec, subject) ? pass('the output contains the text') : fail('the output does not contain the text'),
});
