import { mkdirSync, writeFileSync } from 'node:fs';
import { createObjectStore, runGit } from '@assay/detect';
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
 * branch, reflog, hook or other object. Removes existing repositories, including nested ones.
 */
export async function createHistory(folder: string): Promise<void> {
  await removeRepositories(folder);
  const git_dir = `${folder}/.git`;
  mkdirSync(`${git_dir}/refs/heads`, { recursive: true });
  mkdirSync(`${git_dir}/refs/tags`);
  writeFileSync(`${git_dir}/config`, CONFIG);
  writeFileSync(`${git_dir}/HEAD`, 'ref: refs/heads/main\n');
  const store = await createObjectStore(git_dir);
  // no fsync: a workspace need not survive a power loss
  const command = ['-c', 'index.version=2', '-c', 'core.fsync=none', 'add', '--all', '--ignore-errors'];
  const added = await runGit(command, { git_dir, work_tree: folder });
  // 1: git rejects some names, such as `.GIT`; they stay in the workspace and its snapshots
  if (added.exit_code !== 0 && added.exit_code !== 1) {
    throw new AssayError('unreadable_file', `cannot create the git history of ${folder}: ${added.last_words}`);
  }
  const tree = buildTree(store, readIndex(`${git_dir}/index`));
  const commit = `tree ${tree}\nauthor ${IDENTITY}\ncommitter ${IDENTITY}\n\n${MESSAGE}\n`;
  const oid = store.write('commit', Buffer.from(commit));
  store.flush();
  writeFileSync(`${git_dir}/refs/heads/main`, `${oid}\n`);
}
