import { mkdirSync, writeFileSync } from 'node:fs';
import { createObjectStore, runGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { buildTree } from './build-tree.ts';
import { readIndex } from './read-index.ts';
import { removeRepositories } from './remove-repositories.ts';

// the same files give the same commit, whoever seeds them and whenever: the first second of 2000
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
 * Gives a workspace a history of one commit on `main` and nothing else to read an answer from: no remote, tag, other
 * branch, reflog, hook or object besides. Repositories that are there are removed, also nested ones.
 */
export async function createHistory(folder: string): Promise<void> {
  await removeRepositories(folder);
  const git_dir = `${folder}/.git`;
  mkdirSync(`${git_dir}/refs/heads`, { recursive: true });
  mkdirSync(`${git_dir}/refs/tags`);
  writeFileSync(`${git_dir}/config`, CONFIG);
  writeFileSync(`${git_dir}/HEAD`, 'ref: refs/heads/main\n');
  const store = await createObjectStore(git_dir);
  // a workspace need not survive a power cut
  const command = ['-c', 'index.version=2', '-c', 'core.fsync=none', 'add', '--all', '--ignore-errors'];
  const added = await runGit(command, { git_dir, work_tree: folder });
  // 1: git will not have some names, such as `.GIT`; they are in the workspace and its snapshots all the same
  if (added.exit_code !== 0 && added.exit_code !== 1) {
    throw new AssayError('unreadable_file', `the history of ${folder} cannot be made: git says ${added.last_words}`);
  }
  const tree = buildTree(store, readIndex(`${git_dir}/index`));
  const commit = `tree ${tree}\nauthor ${IDENTITY}\ncommitter ${IDENTITY}\n\n${MESSAGE}\n`;
  const oid = store.write('commit', Buffer.from(commit));
  store.flush();
  writeFileSync(`${git_dir}/refs/heads/main`, `${oid}\n`);
}
