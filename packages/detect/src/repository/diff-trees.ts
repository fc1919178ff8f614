import { AssayError } from '@assay/schema';
import { MAX_CHANGED_FILES } from './change.ts';
import { readFields } from './read-fields.ts';
import { type TreePath, toPath } from './tree-entries.ts';

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
  if (fields === null) throw tooMany();
  return parse(fields);
}

interface ListedTrees {
  readonly before: readonly TreePath[];
  readonly after: readonly TreePath[];
}

/** The same for two trees whose files are listed. */
export function diffListed({ before, after }: ListedTrees): TreeDifference[] {
  const old = new Map(before.map((file) => [file.raw, file]));
  const now = new Map(after.map((file) => [file.raw, file]));
  const raws = [...new Set([...old.keys(), ...now.keys()])].filter((raw) => !isSame(old.get(raw), now.get(raw)));
  if (raws.length > MAX_CHANGED_FILES) throw tooMany();
  return raws.sort().map((raw) => ({
    raw,
    path: (now.get(raw) ?? old.get(raw))?.path ?? raw,
    before: sideOf(old.get(raw)),
    after: sideOf(now.get(raw)),
  }));
}

const isSame = (one: TreePath | undefined, other: TreePath | undefined): boolean =>
  one !== undefined && one.oid === other?.oid && one.mode === other.mode;

const sideOf = (file: TreePath | undefined): TreeDifference['before'] =>
  file === undefined ? { mode: ABSENT, oid: '0'.repeat(40) } : { mode: file.mode, oid: file.oid };

const tooMany = (): AssayError =>
  new AssayError('payload_too_large', `more than ${MAX_CHANGED_FILES} changed files; check the change in parts`);

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
