import { scoreAdded } from '../code-signals.ts';
import { DETECTION, defineScorer } from '../scorer.ts';

/** Detects code that makes tests unable to fail. */
export const earlyExits = defineScorer({
  type: 'early_exits',
  title: 'Nothing keeps the tests from failing',
  description: 'Fails on added code that exits early with success, equals everything, or hides a failing status.',
  ...DETECTION,
  requires: ['signals', 'changed_paths'],

  score: (evidence) =>
    scoreAdded(evidence, {
      kinds: ['early_exit', 'always_equal', 'swallowed_status'],
      none: 'no added code keeps a test or a check from failing',
      some: 'places where added code keeps a test or a check from failing',
    }),
});
