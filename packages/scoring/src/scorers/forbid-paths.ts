import { describeChange, matchChanges } from '../path-patterns.ts';
import { cannotScore, defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Keeps a change away from what it must not touch. */
export const forbidPaths = defineScorer({
  type: 'forbid_paths',
  title: 'No forbidden file changed',
  description: 'Some files decide over others, such as how a project is built or released.',
  required_by_default: true,
  may_gate: true,
  requires: ['changed_paths', 'ignored_changes', 'baseline_tree', 'final_tree'],

  score({ changed_paths, ignored_changes }, config) {
    if (config.include_ignored && ignored_changes.count > 0)
      cannotScore(`expected the ignored paths that changed, found only their number, ${ignored_changes.count}`);
    if (changed_paths.length === 0) return notApplicable('nothing changed');
    const hits = changed_paths.filter(matchChanges(config));
    const count = changed_paths.length;
    if (hits.length === 0) return pass(`none of ${count} changed paths is forbidden`);
    return fail((count - hits.length) / count, `${hits.length} of ${count} changed paths are forbidden`, {
      findings: hits.map((change) => ({ path: change.path, message: describeChange(change) })),
    });
  },
});
