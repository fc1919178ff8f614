import { describeChange, matchChanges } from '../paths/path-patterns.ts';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Limits a change to the paths that the task allows. */
export const allowedPaths = defineScorer({
  type: 'allowed_paths',
  title: 'Only allowed files changed',
  description: 'Fails when a change touches files outside the allowed paths.',
  family: 'scope',
  required_by_default: true,
  may_gate: true,
  failure_mode: 'scope_overreach',
  requires: ['changed_paths', 'baseline_tree', 'final_tree'],

  score({ changed_paths }, config) {
    if (changed_paths.length === 0) return notApplicable('nothing changed');
    const isAllowed = matchChanges(config);
    const outside = changed_paths.filter((change) => !isAllowed(change));
    const count = changed_paths.length;
    if (outside.length === 0) return pass(`all of ${count} changed paths are allowed`);
    return fail((count - outside.length) / count, `${outside.length} of ${count} changed paths are not allowed`, {
      findings: outside.map((change) => ({ path: change.path, message: describeChange(change) })),
    });
  },
});
