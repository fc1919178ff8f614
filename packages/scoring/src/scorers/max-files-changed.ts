import type { ChangedPath } from '@assay/schema';
import { describeChange } from '../paths/path-patterns.ts';
import { defineScorer, fail, pass } from '../scorer.ts';

/** Limits a change to a size that a person can review. */
export const maxFilesChanged = defineScorer({
  type: 'max_files_changed',
  title: 'Few files changed',
  description: 'Fails when more files change than the limit. A rename counts once.',
  family: 'scope',
  required_by_default: true,
  may_gate: true,
  failure_mode: 'scope_overreach',
  requires: ['changed_paths', 'baseline_tree', 'final_tree'],

  score({ changed_paths }, { limit }) {
    const count = changed_paths.length - countRenames(changed_paths);
    if (count <= limit) return pass(`${count} of at most ${limit} files changed`);
    return fail(limit / count, `${count} files changed, ${count - limit} over the limit of ${limit}`, {
      findings: changed_paths.map((change) => ({ path: change.path, message: describeChange(change) })),
    });
  },
});

// equal content deleted at one path and added at another; modified content counts as two files
function countRenames(changes: readonly ChangedPath[]): number {
  const gone = new Map<string, number>();
  for (const { change, before } of changes)
    if (change === 'deleted' && before !== null) gone.set(before.oid, (gone.get(before.oid) ?? 0) + 1);
  let renames = 0;
  for (const { change, after } of changes) {
    const left = change === 'added' && after !== null ? (gone.get(after.oid) ?? 0) : 0;
    if (after === null || left === 0) continue;
    gone.set(after.oid, left - 1);
    renames++;
  }
  return renames;
}
