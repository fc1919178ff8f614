import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createObjectStore, type GitOptions, parsePath, runGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { buildTree } from './build-tree.ts';
import { readIndex } from './read-index.ts';
import { removeRepositories } from './remove-repositories.ts';

// a fixed time, so that the same files always give the same commit: the first second of 2000
const IDENTITY = 'assay <assay@localhost> 946684800 +0000';
const MESSAGE = 'workspace';

const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
[gc]
\tauto = 0
`;

/**
 * Creates a history of one commit on `main`, with nothing else that could reveal an answer: no remote, tag,
 * branch, hook or other object. Its reflog is that of a repository in use. Removes existing repositories,
 * including nested ones.
 */
export async function createHistory(folder: string): Promise<void> {
  await removeRepositories(folder);
  const git_dir = `${folder}/.git`;
  mkdirSync(`${git_dir}/refs/heads`, { recursive: true });
  mkdirSync(`${git_dir}/refs/tags`);
  mkdirSync(`${git_dir}/logs`);
  writeFileSync(`${git_dir}/config`, CONFIG);
  writeFileSync(`${git_dir}/HEAD`, 'ref: refs/heads/main\n');
  // a file per object would take longer than anything else
  await commitFiles(folder, ['-c', 'core.bigFileThreshold=0']);
}

interface SavedHistory {
  /** A copy of what `createHistory` created for this folder, out of reach of everything that ran since. */
  readonly saved: string;
  /** The paths that differ from the files of then. */
  readonly changed: readonly string[];
}

/** Creates the history of one commit again. Git reads only files that changed or were written to since. */
export async function renewHistory(folder: string, { saved, changed }: SavedHistory): Promise<void> {
  await removeRepositories(folder);
  const git_dir = `${folder}/.git`;
  await cp(saved, git_dir, { recursive: true });
  // other rules of git may concern any file
  if (changed.some((path) => /(^|\/)\.git(ignore|attributes)$/.test(path))) rmSync(`${git_dir}/index`, { force: true });
  else if (changed.length > 0) {
    // git goes by times, which a program can set
    const input = Buffer.concat(changed.flatMap((path) => [parsePath(path), NUL]));
    await run(['update-index', '--force-remove', '-z', '--stdin'], { git_dir, work_tree: folder, input });
  }
  await commitFiles(folder);
}

const NUL = Buffer.from([0]);

async function commitFiles(folder: string, settings: readonly string[] = []): Promise<void> {
  const git_dir = `${folder}/.git`;
  const store = await createObjectStore(git_dir);
  // no fsync: a workspace need not survive a power loss
  const add = ['-c', 'index.version=2', '-c', 'core.fsync=none', ...settings, 'add', '--all', '--ignore-errors'];
  await run(add, { git_dir, work_tree: folder });
  const tree = buildTree(store, readIndex(`${git_dir}/index`));
  const commit = `tree ${tree}\nauthor ${IDENTITY}\ncommitter ${IDENTITY}\n\n${MESSAGE}\n`;
  const oid = store.write('commit', Buffer.from(commit));
  store.flush();
  writeFileSync(`${git_dir}/refs/heads/main`, `${oid}\n`);
  const log = (before: string, action: string) => `${before} ${oid} ${IDENTITY}\t${action}\n`;
  const actions = log('0'.repeat(oid.length), `commit (initial): ${MESSAGE}`) + log(oid, 'reset: moving to HEAD');
  writeFileSync(`${git_dir}/logs/HEAD`, actions);
  writeFileSync(`${git_dir}/ORIG_HEAD`, `${oid}\n`);
}

async function run(command: readonly string[], options: GitOptions & { readonly work_tree: string }): Promise<void> {
  const { exit_code, last_words } = await runGit(command, options);
  // 1: git rejects some names, such as `.GIT`; they stay in the workspace and its snapshots
  if (exit_code === 0 || exit_code === 1) return;
  throw new AssayError('unreadable_file', `cannot create the git history of ${options.work_tree}: ${last_words}`);
}
