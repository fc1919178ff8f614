import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { requireGit, runGit } from '../trees/git.ts';
import type { ScratchRepository } from './scratch-repository.ts';

interface ListOptions {
  readonly scratch: Pick<ScratchRepository, 'git_dir' | 'folder'>;
  /** Rules for the root, from `joinIgnoreRules`. */
  readonly rules: string;
  /** Whether to list ignored files too. */
  readonly list_ignored: boolean;
  readonly signal?: AbortSignal;
}

/** The files of a work tree that are not ignored. Paths are raw bytes. */
export interface ListedTree {
  readonly files: readonly string[];
  /** Nested repositories; their content is in `files`. */
  readonly repositories: readonly string[];
  /** Ignored files and whole folders. */
  readonly ignored: readonly string[];
}

/** Lists a work tree by the given rules, with git but without index and configuration. */
export async function listWorkTree(
  root: string,
  { scratch, rules, list_ignored, signal }: ListOptions,
  isSubmodule: (path: string) => boolean,
): Promise<ListedTree> {
  const exclude = join(scratch.folder, 'rules');
  writeFileSync(exclude, rules, 'latin1');
  const ask = async (folder: string, options: readonly string[]): Promise<string[]> => {
    const output = await requireGit('cannot list the work tree', {
      command: ['ls-files', '-z', '--others', ...options],
      git_dir: scratch.git_dir,
      work_tree: folder,
      ...(signal === undefined ? {} : { signal }),
    });
    return output.toString('latin1').split('\0').slice(0, -1);
  };
  const listed = await ask(root, [`--exclude-from=${exclude}`]);
  const ignored = list_ignored ? await ask(root, ['--ignored', '--directory', `--exclude-from=${exclude}`]) : [];
  const files = listed.filter((path) => !path.endsWith('/'));
  const repositories: string[] = [];
  // git lists a nested repository only by name, so its content is listed separately
  const open = listed.filter((path) => path.endsWith('/'));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const folder = path;
    if (isSubmodule(folder.slice(0, -1))) continue;
    repositories.push(folder.slice(0, -1));
    const inner = (await ask(join(root, decode(folder)), [])).map((name) => folder + name);
    open.push(...inner.filter((name) => name.endsWith('/')));
    const plain = inner.filter((name) => !name.endsWith('/'));
    const hidden = await findIgnored(plain, { scratch, exclude });
    files.push(...plain.filter((name) => !hidden.has(name)));
  }
  return { files, repositories, ignored };
}

// a folder name that is not UTF-8 cannot be passed as text
function decode(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1');
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new AssayError('unreadable_file', 'cannot read a nested repository whose folder name is not UTF-8');
}

async function findIgnored(
  paths: readonly string[],
  { scratch, exclude }: Pick<ListOptions, 'scratch'> & { readonly exclude: string },
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const empty = join(scratch.folder, 'empty');
  mkdirSync(empty, { recursive: true });
  // git reads a leading colon as a pathspec
  const { exit_code, stdout, last_words } = await runGit(
    ['-c', `core.excludesFile=${exclude}`, 'check-ignore', '-z', '--stdin', '--no-index'],
    { git_dir: scratch.git_dir, work_tree: empty, input: Buffer.from(paths.map((p) => `./${p}\0`).join(''), 'latin1') },
  );
  // exit code 1 means that none is ignored
  if (exit_code !== 0 && exit_code !== 1)
    throw new AssayError('internal', `cannot determine which files are ignored: git says ${last_words}`);
  return new Set(
    stdout
      .toString('latin1')
      .split('\0')
      .map((path) => path.slice(2)),
  );
}
