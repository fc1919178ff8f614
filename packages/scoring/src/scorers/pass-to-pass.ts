import { compareNamed, lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Checks the tests that must keep passing. */
export const passToPass = defineScorer({
  type: 'pass_to_pass',
  title: 'The passing tests still pass',
  description: 'Fails when a test that passed at the baseline no longer passes.',
  family: 'outcome',
  required_by_default: false,
  may_gate: true,
  failure_mode: 'regression',
  requires: ['commands', 'baseline_commands'],
  looksUp: lookUpNamed,
  compares: compareNamed,
  // a test that did not pass before was not broken; a name in neither report is a mistake and counts as failed
  score: (evidence, config) =>
    scoreNamed(evidence, config, {
      counts: ({ before, now }) =>
        before === 'passed' || before === 'unknown' || (before === 'missing' && now === 'missing'),
      left_out: 'did not pass at the baseline',
    }),
});
