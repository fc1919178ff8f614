import { AssayError } from '@assay/schema';
import { formatPath } from '../trees/path-name.ts';
import { readFields } from './read-fields.ts';

/** A path in a tree: its bytes as characters, and as text that is told to people and matched. */
export interface TreePath {
  readonly raw: string;
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

// more than any repository has
const MAX_LISTED = 2_000_000;

/** Everything in a tree but its folders. */
export const listTree = (tree: string, git_dir: string): Promise<TreePath[]> =>
  list(['ls-tree', '-r', '-z', tree], git_dir);

/** What a path is in a tree; a folder too. */
export async function findInTree(
  path: string,
  { tree, git_dir }: { readonly tree: string; readonly git_dir: string },
): Promise<TreePath | undefined> {
  const [found] = await list(['--literal-pathspecs', 'ls-tree', '-z', tree, '--', path], git_dir);
  return found;
}

async function list(command: readonly string[], git_dir: string): Promise<TreePath[]> {
  const lines = await readFields('a tree cannot be listed', { command, git_dir, max_fields: MAX_LISTED });
  if (lines === null)
    throw new AssayError('payload_too_large', `expected at most ${MAX_LISTED} files in a tree, found more`);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , oid = ''] = line.slice(0, tab).split(' ');
    const raw = line.slice(tab + 1);
    return { raw, path: toPath(raw), mode, oid };
  });
}

/** The text of a path whose bytes are the characters of this one. */
export const toPath = (raw: string): string =>
  PLAIN.test(raw) ? raw : formatPath(raw.split('/').map((name) => Buffer.from(name, 'latin1')));

// nothing to decode or to escape, as nearly always
const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/;
