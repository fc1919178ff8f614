import { lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Names the tests that must not be lost on the way. */
export const passToPass = defineScorer({
  type: 'pass_to_pass',
  title: 'The passing tests still pass',
  description: 'What worked at the baseline works still: nothing was broken to get the rest done.',
  required_by_default: false,
  may_gate: true,
  requires: ['commands'],
  looksUp: lookUpNamed,
  score: scoreNamed,
});
