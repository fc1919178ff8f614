import { compareNamed, lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Names the tests that show the task done. */
export const failToPass = defineScorer({
  type: 'fail_to_pass',
  title: 'The failing tests pass',
  description: 'Tests that failed at the baseline because of what the task asks for pass now.',
  family: 'outcome',
  required_by_default: false,
  may_gate: true,
  requires: ['commands', 'baseline_commands'],
  looksUp: lookUpNamed,
  compares: compareNamed,
  // one that passed before shows nothing by passing now; that it fails now is no better for that
  score: (evidence, config) =>
    scoreNamed(evidence, config, {
      counts: ({ before, now }) => before !== 'passed' || now !== 'passed',
      left_out: 'passed at the baseline already',
    }),
});
