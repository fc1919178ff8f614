import { defineCheck, fail, pass } from './check.ts';
import { compilePattern } from './pattern.ts';

/** Holds the text of the output against a pattern. */
export const regex = defineCheck({
  type: 'regex',
  title: 'The output matches a pattern',
  description: 'Text that has to be there, or must not be, by its shape. In the syntax of RE2, so nothing can hang.',
  check({ pattern, expect, flags }, { text }, budget) {
    const found = compilePattern(pattern, budget, flags).test(text, budget);
    if (expect === 'match') return found ? pass('the pattern matches') : fail('the pattern matches nothing');
    return found ? fail('the pattern matches, and must not') : pass('the pattern matches nothing');
  },
});
