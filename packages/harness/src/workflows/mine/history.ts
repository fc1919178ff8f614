import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createObjectStore, findRepository, openScratchRepository, readObjectFormat, resolveRef } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { CandidateOptions } from './candidates.ts';
import { type Commit, findReverted, listCommits } from './commits.ts';
import { pickSessionCommit, readSession } from './session.ts';

export interface HistoryOptions {
  /** A folder of the repository. */
  readonly folder: string;
  readonly since: string | undefined;
  /** A recorded session, whose commits are then the only candidate. */
  readonly session: string | undefined;
  readonly onRemark: (sentence: string) => void;
}

/** The commits of a repository, and how to read them. */
export interface History extends AsyncDisposable, Pick<CandidateOptions, 'git_dir' | 'reader' | 'reverted' | 'store'> {
  readonly root: string;
  readonly commits: readonly Commit[];
}

/** The history of the repository, read through a scratch repository: no setting or hook of the original counts. */
export async function openHistory({ folder, since, session, onRemark }: HistoryOptions): Promise<History> {
  const repository = findRepository(folder);
  if (repository.root === null) throw new AssayError('usage', `${folder} is a bare repository; clone it first`);
  const head = await resolveRef(repository, { option: 'HEAD', name: 'HEAD' }).catch((cause: unknown) => {
    throw new AssayError('usage', `${folder} has no commits yet, and tasks are made of commits`, { cause });
  });
  await using stack = new AsyncDisposableStack();
  const object_format = await readObjectFormat(repository);
  const { git_dir, objects: reader } = stack.use(await openScratchRepository({ ...repository, object_format }));
  const store = await createObjectStore(git_dir);
  const commits = await listCommits({ git_dir, head: head.commit ?? '', since });
  if (existsSync(join(repository.common_dir, 'shallow'))) {
    const advice = 'this is a shallow clone; `git fetch --unshallow` brings the rest of the history';
    if (commits.every(({ parent }) => parent === null))
      throw new AssayError('usage', `no commit has a parent: ${advice}`);
    onRemark(advice);
  }
  const picked =
    session === undefined
      ? commits
      : [await pickSessionCommit(await readSession(session), { git_dir, commits, onAssumed: onRemark })];
  const owned = stack.move();
  return {
    ...{ root: repository.root, commits: picked, git_dir, store, reader, reverted: findReverted(commits) },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
