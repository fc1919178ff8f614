import { compareNamed, lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Checks the tests that show that the task is solved. */
export const failToPass = defineScorer({
  type: 'fail_to_pass',
  title: 'The failing tests pass',
  description: 'Passes when tests that failed at the baseline pass now.',
  family: 'outcome',
  required_by_default: false,
  may_gate: true,
  requires: ['commands', 'baseline_commands'],
  looksUp: lookUpNamed,
  compares: compareNamed,
  // a test that passed before proves nothing by passing now, but a failure still counts
  score: (evidence, config) =>
    scoreNamed(evidence, config, {
      counts: ({ before, now }) => before !== 'passed' || now !== 'passed',
      left_out: 'passed at the baseline already',
    }),
});
