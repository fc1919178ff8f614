import { AssayError, type CheckReport } from '@assay/schema';
import { findRepository, type Repository } from '../repository/find-repository.ts';
import { resolveRef } from '../repository/resolve-refs.ts';
import { requireGit, runGit } from '../trees/git.ts';
import { type CheckOptions, check } from './check.ts';

/** A commit and what the checks say about it. */
export interface CheckedCommit {
  readonly commit: string;
  readonly subject: string;
  /** The page of the commit, if the repository has a known host. */
  readonly link: string | null;
  readonly report: CheckReport;
}

interface HistoryOptions extends Omit<CheckOptions, 'base' | 'from' | 'to' | 'onProgress'> {
  /** How many commits to check. */
  readonly count: number;
}

/** Checks the newest commits one by one, each against its parent. Merges are left out. */
export async function* checkHistory({ count, ...options }: HistoryOptions): AsyncGenerator<CheckedCommit> {
  const repository = findRepository(options.folder);
  const { commit } = await resolveRef(repository, { option: '--head', name: options.head ?? 'HEAD' });
  if (commit === null) throw new AssayError('usage', 'use --history with a commit: a tree has no history');
  const link = await findLink(repository);
  const command = ['log', '--no-merges', '--min-parents=1', `--max-count=${count}`, '--format=%H %s', commit];
  const log = await requireGit('cannot read the history', { command, git_dir: repository.git_dir });
  for (const line of log.toString('utf8').split('\n').filter(Boolean)) {
    const [id = '', ...words] = line.split(' ');
    const report = await check({ ...options, base: `${id}^`, head: id });
    yield { commit: id, subject: words.join(' '), link: link === null ? null : `${link}/commit/${id}`, report };
  }
}

/** The web page of a repository, from the address of its remote. */
async function findLink({ git_dir }: Repository): Promise<string | null> {
  const { exit_code, stdout } = await runGit(['config', '--get', 'remote.origin.url'], { git_dir });
  const [, host, path] =
    /^(?:https?:\/\/|git@|ssh:\/\/git@)([\w.-]+)[/:]([\w./-]+?)(?:\.git)?\s*$/.exec(stdout.toString('utf8')) ?? [];
  return exit_code === 0 && host !== undefined && path !== undefined ? `https://${host}/${path}` : null;
}
