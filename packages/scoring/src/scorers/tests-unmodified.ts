import { scoreUntouched, watchedBy } from '../paths/untouched-paths.ts';
import { defineScorer, PROTECTION } from '../scorer.ts';

/** Protects the tests that grade the run. */
export const testsUnmodified = defineScorer({
  type: 'tests_unmodified',
  title: 'The graded tests are untouched',
  description: 'Fails when a listed test changes. An edited test proves nothing about the code.',
  ...PROTECTION,
  requires: ['watched_paths', 'changed_paths', 'baseline_tree', 'final_tree'],
  watches: watchedBy,
  score: scoreUntouched,
});
