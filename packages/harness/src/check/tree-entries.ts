import { requireGit } from '../workspace/git.ts';
import { formatPath } from '../workspace/path-name.ts';

/** A path in a tree: its bytes as characters, and as text that is told to people and matched. */
export interface TreePath {
  readonly raw: string;
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** Everything in a tree but its folders. */
export const listTree = async (tree: string, git_dir: string): Promise<TreePath[]> =>
  parse(await requireGit('a tree cannot be listed', { command: ['ls-tree', '-r', '-z', tree], git_dir }));

/** What a path is in a tree; a folder too. */
export async function findInTree(
  path: string,
  { tree, git_dir }: { readonly tree: string; readonly git_dir: string },
): Promise<TreePath | undefined> {
  const command = ['--literal-pathspecs', 'ls-tree', '-z', tree, '--', path];
  return parse(await requireGit('a tree cannot be listed', { command, git_dir }))[0];
}

const parse = (output: Buffer): TreePath[] =>
  output
    .toString('latin1')
    .split('\0')
    .slice(0, -1)
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , oid = ''] = line.slice(0, tab).split(' ');
      const raw = line.slice(tab + 1);
      return { raw, path: toPath(raw), mode, oid };
    });

/** The text of a path whose bytes are the characters of this one. */
export const toPath = (raw: string): string =>
  PLAIN.test(raw) ? raw : formatPath(raw.split('/').map((name) => Buffer.from(name, 'latin1')));

// nothing to decode or to escape, as nearly always
const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/;
