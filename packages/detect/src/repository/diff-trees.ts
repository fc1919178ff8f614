import { AssayError } from '@assay/schema';
import { MAX_CHANGED_FILES } from './change.ts';
import { readFields } from './read-fields.ts';
import { toPath } from './tree-entries.ts';

/** One line of a git tree diff. A missing side has mode 000000. */
export interface TreeDifference {
  readonly raw: string;
  readonly path: string;
  readonly before: { readonly mode: string; readonly oid: string };
  readonly after: { readonly mode: string; readonly oid: string };
}

export const ABSENT = '000000';

interface DiffOptions {
  readonly before: string;
  readonly after: string;
  readonly git_dir: string;
  readonly signal?: AbortSignal;
}

/** The difference between two trees, in order. Reads only folders that differ. */
export async function diffTrees({ before, after, git_dir, signal }: DiffOptions): Promise<TreeDifference[]> {
  const command = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', before, after];
  const fields = await readFields('cannot compare the two sides', {
    command,
    git_dir,
    max_fields: 2 * MAX_CHANGED_FILES,
    ...(signal === undefined ? {} : { signal }),
  });
  if (fields === null)
    throw new AssayError(
      'payload_too_large',
      `more than ${MAX_CHANGED_FILES} changed files; check the change in parts`,
    );
  return parse(fields);
}

function parse(parts: readonly string[]): TreeDifference[] {
  const differences: TreeDifference[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [old_mode = '', mode = '', old_oid = '', oid = ''] = (parts[at] ?? '').slice(1).split(' ');
    const raw = parts[at + 1] ?? '';
    differences.push({
      raw,
      path: toPath(raw),
      before: { mode: old_mode, oid: old_oid },
      after: { mode, oid },
    });
  }
  return differences;
}
