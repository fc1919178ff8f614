import { lookUpNamed, scoreNamed } from '../named-tests.ts';
import { defineScorer } from '../scorer.ts';

/** Names the tests that show the task done. */
export const failToPass = defineScorer({
  type: 'fail_to_pass',
  title: 'The failing tests pass',
  description: 'Tests that failed at the baseline because of what the task asks for pass now.',
  required_by_default: false,
  may_gate: true,
  requires: ['commands'],
  looksUp: lookUpNamed,
  score: scoreNamed,
});
