import { requireGit } from '@assay/detect';

/** A commit on the first-parent line. A merge counts as one change. */
export interface Commit {
  readonly id: string;
  /** Null for the first commit, or where a shallow clone ends. */
  readonly parent: string | null;
  /** When it was committed, as ISO 8601. */
  readonly date: string;
  readonly message: string;
}

interface ListOptions {
  readonly git_dir: string;
  readonly head: string;
  /** A date that git understands. */
  readonly since?: string | undefined;
}

/** The history from a commit, newest first. */
export async function listCommits({ git_dir, head, since }: ListOptions): Promise<Commit[]> {
  const limits = since === undefined ? [] : [`--since=${since}`];
  const command = ['log', '--first-parent', '-z', '--format=%H%n%P%n%cI%n%B', ...limits, head];
  const log = await requireGit('cannot read the history', { command, git_dir });
  return log
    .toString('utf8')
    .split('\0')
    .filter((text) => text !== '')
    .map((text) => {
      const [id = '', parents = '', date = '', ...message] = text.split('\n');
      return { id, parent: parents.split(' ')[0] || null, date, message: message.join('\n').trim() };
    });
}

/** The commits that later ones say they revert. */
export const findReverted = (commits: readonly Commit[]): ReadonlySet<string> =>
  new Set(commits.flatMap(({ message }) => [...message.matchAll(REVERTS)].map(([, id = '']) => id)));

const REVERTS = /^This reverts commit ([0-9a-f]{40})/gm;
