import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ABSENT, MODES, type ObjectStore, requireGit, type TreeDifference } from '@assay/detect';
import { buildTree } from '../../machine/workspace/build-tree.ts';
import { restoreTree } from '../../machine/workspace/restore-tree.ts';
import { RejectedError } from '../rejection.ts';
import type { Candidate } from './candidates.ts';

/** A task in the making. */
export interface TaskFolders {
  /** The folder that becomes the scenario: `seed`, `hidden` and `oracle.patch`. */
  readonly task: string;
  /** The parent commit. */
  readonly seed: string;
  /** The seed with the hidden files. */
  readonly red: string;
  /** The commit. */
  readonly green: string;
  /** Where its dependencies are installed. */
  readonly draft: string;
}

interface WriteOptions {
  readonly folder: string;
  readonly git_dir: string;
  readonly store: ObjectStore;
}

/** Writes the files of a candidate. Nothing of the commit is in the seed. */
export async function writeFolders({ trees, split }: Candidate, options: WriteOptions): Promise<TaskFolders> {
  const { folder, git_dir, store } = options;
  const [task, red, green] = [join(folder, 'task'), join(folder, 'red'), join(folder, 'green')];
  await mkdir(task, { recursive: true });
  const restore = (tree: string, target: string) => restoreTree({ store: git_dir, tree, target });
  await restore(`${trees.before}^{tree}`, join(task, 'seed'));
  await restore(`${trees.after}^{tree}`, green);
  const hidden = buildTree(store, listSide(split.tests, 'after'));
  store.flush();
  await restore(hidden, join(task, 'hidden'));
  await cp(join(task, 'seed'), red, { recursive: true, verbatimSymlinks: true });
  await cp(join(task, 'hidden'), red, { recursive: true, verbatimSymlinks: true }).catch((error: Error) => {
    throw new RejectedError('tests_do_not_apply', error.message);
  });
  await writeFile(join(task, 'oracle.patch'), await formatOracle(split.rest, options));
  return { task, seed: join(task, 'seed'), red, green, draft: join(folder, 'draft') };
}

const listSide = (differences: readonly TreeDifference[], side: 'before' | 'after') =>
  differences.flatMap(({ path, [side]: { mode, oid } }) =>
    mode === ABSENT || mode === MODES.submodule ? [] : [{ path, mode, oid }],
  );

const DIFF = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];

/** The solution as a patch. Binary files are left out: a patch cannot express them. */
async function formatOracle(rest: readonly TreeDifference[], { git_dir, store }: WriteOptions): Promise<Buffer> {
  const diff = async (differences: readonly TreeDifference[], format: readonly string[]): Promise<Buffer> => {
    const sides = (['before', 'after'] as const).map((side) => buildTree(store, listSide(differences, side)));
    store.flush();
    return await requireGit('cannot write the solution', { command: [...DIFF, ...format, ...sides], git_dir });
  };
  const counts = (await diff(rest, ['--numstat', '-z'])).toString('latin1').split('\0');
  const binary = new Set(counts.flatMap((line) => (line.startsWith('-\t-\t') ? [line.slice(4)] : [])));
  const text = rest.filter(({ raw }) => !binary.has(raw));
  return await diff(text, ['-p', '--full-index', '--src-prefix=a/', '--dst-prefix=b/']);
}
