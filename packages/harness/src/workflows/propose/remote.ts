import { findRepository, runGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { isMadeHere } from './made-here.ts';
import { type OperatorGitEnd, type PushCredential, runOperatorGit } from './operator-git.ts';

export interface RemoteOptions {
  /** In the repository. */
  readonly folder: string;
  /** A remote by its name, or its address. */
  readonly remote: string;
  readonly host: Host;
  readonly credential?: PushCredential;
  /** For one command. */
  readonly timeout_ms?: number;
  readonly signal?: AbortSignal;
}

/** Another repository that branches are pushed to. */
export interface Remote {
  /** What a branch is there; null if there is none. */
  findBranch(branch: string): Promise<string | null>;
  /** Whether a commit is part of a branch there, which is at this commit. */
  contains(commit: string, branch: { readonly name: string; readonly at: string }): Promise<boolean>;
  /** Moves a branch there, if it still is where it was; null is no branch. */
  move(branch: string, step: { readonly from: string | null; readonly to: string | null }): Promise<void>;
  /** Whether the commit a branch is at there was made here, and may be replaced. */
  isReplaceable(branch: { readonly name: string; readonly at: string }): Promise<boolean>;
}

/** The remote with what is done there; nothing is contacted yet. */
export function openRemote(options: RemoteOptions): Remote {
  const { folder, remote } = options;
  requireRemote(remote);
  const { git_dir } = findRepository(folder);
  const run = (command: readonly string[]): Promise<OperatorGitEnd> =>
    // a mirror cannot be pushed to one branch at a time
    runOperatorGit(['-c', `remote.${remote}.mirror=false`, ...command], { ...options, cwd: folder });
  const isKnown = async (commit: string): Promise<boolean> =>
    (await runGit(['cat-file', '-e', `${commit}^{commit}`], { git_dir })).exit_code === 0;
  // objects alone: no ref of the operator moves
  const fetchCommit = async ({ name, at }: { readonly name: string; readonly at: string }): Promise<void> => {
    if (await isKnown(at)) return;
    const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--refmap='];
    const end = await run(['fetch', ...quiet, remote, `refs/heads/${name}`]);
    if (end.exit_code !== 0) throw unreachable(`the branch ${name} of ${remote} cannot be fetched`, end);
  };

  return {
    async findBranch(branch) {
      const ref = `refs/heads/${branch}`;
      const end = await run(['ls-remote', '--refs', remote, ref]);
      if (end.exit_code !== 0) throw unreachable(`${remote} cannot be read`, end);
      const line = end.stdout.split('\n').find((each) => each.endsWith(`\t${ref}`));
      return line?.split('\t')[0] ?? null;
    },
    async contains(commit, branch) {
      if (commit === branch.at) return true;
      await fetchCommit(branch);
      const { exit_code } = await runGit(['merge-base', '--is-ancestor', commit, branch.at], { git_dir });
      return exit_code === 0;
    },
    async move(branch, { from, to }) {
      if (from === to) return;
      const ref = `refs/heads/${branch}`;
      const lease = `--force-with-lease=${ref}:${from ?? ''}`;
      const end = await run(['push', '--porcelain', '--no-verify', lease, remote, `${to ?? ''}:${ref}`]);
      if (end.exit_code === 0) return;
      if (/\(stale info\)|\(fetch first\)|already exists/.test(end.stdout))
        throw new AssayError(
          'conflict',
          `the branch ${branch} of ${remote} was moved by someone else meanwhile; try again`,
        );
      throw unreachable(`${branch} cannot be pushed to ${remote}`, end);
    },
    async isReplaceable(branch) {
      await fetchCommit(branch);
      return await isMadeHere(branch.at, git_dir);
    },
  };
}

/** The address a remote is pushed to, as the operator's git has it; it may hold a password. */
export async function findAddress({ folder, remote, host }: RemoteOptions): Promise<string> {
  requireRemote(remote);
  const command = ['remote', 'get-url', '--push', '--', remote];
  const { exit_code, stdout } = await runOperatorGit(command, { cwd: folder, host });
  const [address = ''] = stdout.split('\n', 1);
  return exit_code === 0 && address !== '' ? address : remote;
}

function requireRemote(remote: string): void {
  // a token may stand in place of the user; over ssh the user alone is no secret
  if (/https?:\/\/[^/]*@|:\/\/[^/]*:[^/]*@/i.test(remote))
    throw new AssayError(
      'usage',
      'expected --remote without a user or password in it; set GITHUB_TOKEN, or use a remote by its name',
    );
  // it becomes an argument and the name of a setting
  if (/^-|[\s=]|\p{Cc}/u.test(remote) || remote === '')
    throw new AssayError('usage', `expected the name of a remote, found ${JSON.stringify(remote)}`);
}

const unreachable = (what: string, { exit_code, last_words }: OperatorGitEnd): AssayError =>
  new AssayError(
    'remote_unavailable',
    `${what}: git says ${last_words || `nothing${exit_code === null ? '' : `, exit code ${exit_code}`}`}`,
  );
