import { findRepository, runGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { isAssayCommit } from './made-here.ts';
import { type OperatorGitEnd, type PushCredential, runOperatorGit } from './operator-git.ts';

export interface RemoteOptions {
  /** A folder in the repository. */
  readonly folder: string;
  /** The name or address of a remote. */
  readonly remote: string;
  readonly host: Host;
  readonly credential?: PushCredential;
  /** Per command. */
  readonly timeout_ms?: number;
  readonly signal?: AbortSignal;
}

/** A remote repository that branches are pushed to. */
export interface Remote {
  /** The commit of a branch there; null if it does not exist. */
  findBranch(branch: string): Promise<string | null>;
  /** Whether a commit is part of a branch there. */
  contains(commit: string, branch: { readonly name: string; readonly at: string }): Promise<boolean>;
  /** Moves a branch there if it has not moved meanwhile; null means no branch. */
  move(branch: string, step: { readonly from: string | null; readonly to: string | null }): Promise<void>;
  /** Whether a branch there has a commit made here, which may be replaced. */
  isReplaceable(branch: { readonly name: string; readonly at: string }): Promise<boolean>;
}

/** Opens a remote; contacts nobody yet. */
export function openRemote(options: RemoteOptions): Remote {
  const { folder, remote } = options;
  requireRemote(remote);
  const { git_dir } = findRepository(folder);
  const run = (command: readonly string[]): Promise<OperatorGitEnd> =>
    // a mirror cannot be pushed branch by branch
    runOperatorGit(['-c', `remote.${remote}.mirror=false`, ...command], { ...options, cwd: folder });
  const isKnown = async (commit: string): Promise<boolean> =>
    (await runGit(['cat-file', '-e', `${commit}^{commit}`], { git_dir })).exit_code === 0;
  // fetches objects only: moves no ref of the operator
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
          `the branch ${branch} of ${remote} was changed by someone else meanwhile; try again`,
        );
      throw unreachable(`${branch} cannot be pushed to ${remote}`, end);
    },
    async isReplaceable(branch) {
      await fetchCommit(branch);
      return await isAssayCommit(branch.at, git_dir);
    },
  };
}

/** The push address of a remote from the operator's git; may contain a password. */
export async function findAddress({ folder, remote, host }: RemoteOptions): Promise<string> {
  requireRemote(remote);
  const command = ['remote', 'get-url', '--push', '--', remote];
  const { exit_code, stdout } = await runOperatorGit(command, { cwd: folder, host });
  const [address = ''] = stdout.split('\n', 1);
  return exit_code === 0 && address !== '' ? address : remote;
}

function requireRemote(remote: string): void {
  // the user part may be a token; over ssh the user alone is not secret
  if (/https?:\/\/[^/]*@|:\/\/[^/]*:[^/]*@/i.test(remote))
    throw new AssayError(
      'usage',
      '--remote must not contain a user or password; set GITHUB_TOKEN, or use the name of a remote',
    );
  // it is used as an argument and in a setting name
  if (/^-|[\s=]|\p{Cc}/u.test(remote) || remote === '')
    throw new AssayError('usage', `expected the name of a remote, found ${JSON.stringify(remote)}`);
}

const unreachable = (what: string, { exit_code, last_words }: OperatorGitEnd): AssayError =>
  new AssayError(
    'remote_unavailable',
    `${what}: git: ${last_words || `no output${exit_code === null ? '' : `, exit code ${exit_code}`}`}`,
  );
