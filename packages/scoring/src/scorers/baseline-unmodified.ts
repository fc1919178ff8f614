import { scoreUntouched, watchedBy } from '../paths/untouched-paths.ts';
import { defineScorer, PROTECTION } from '../scorer.ts';

/** Protects the files that the task starts from. */
export const baselineUnmodified = defineScorer({
  type: 'baseline_unmodified',
  title: 'The scaffolding is untouched',
  description: 'Fails when a listed file changes. Every agent must work on the same scaffolding.',
  ...PROTECTION,
  requires: ['watched_paths', 'changed_paths', 'baseline_tree', 'final_tree'],
  watches: watchedBy,
  score: scoreUntouched,
});
