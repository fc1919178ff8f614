import { defineCheck, fail, pass } from './check.ts';
import { includesText } from './includes-text.ts';

/** Passes when the output does not contain a text. */
export const notContains = defineCheck({
  type: 'not_contains',
  title: 'The output does not contain a text',
  description: 'Fails when the output contains a forbidden word or phrase.',
  check: (spec, subject) =>
    includesText(spec, subject) ? fail('the output contains the text') : pass('the output does not contain the text'),
});
