import { defineCheck, fail, pass } from './check.ts';
import { compilePattern } from './pattern.ts';

/** Matches the output against a pattern. */
export const regex = defineCheck({
  type: 'regex',
  title: 'The output matches a pattern',
  description: 'The output must, or must not, match a pattern. RE2 syntax, which cannot hang.',
  check({ pattern, expect, flags }, { text }, budget) {
    const found = compilePattern(pattern, budget, flags).test(text, budget);
    if (expect === 'match') return found ? pass('the pattern matches') : fail('the pattern does not match');
    return found ? fail('the pattern matches but must not') : pass('the pattern does not match');
  },
});
