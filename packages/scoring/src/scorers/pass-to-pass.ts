import { compareNamed, lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Names the tests that must not be lost on the way. */
export const passToPass = defineScorer({
  type: 'pass_to_pass',
  title: 'The passing tests still pass',
  description: 'What worked at the baseline works still: nothing was broken to get the rest done.',
  family: 'outcome',
  required_by_default: false,
  may_gate: true,
  failure_mode: 'regression',
  requires: ['commands', 'baseline_commands'],
  looksUp: lookUpNamed,
  compares: compareNamed,
  // what did not work before was not broken since; a name that neither report has is wrong, and no test passes by it
  score: (evidence, config) =>
    scoreNamed(evidence, config, {
      counts: ({ before, now }) =>
        before === 'passed' || before === 'unknown' || (before === 'missing' && now === 'missing'),
      left_out: 'did not pass at the baseline',
    }),
});
