import { AssayError } from '@assay/schema';
import { requireGit, runGit } from '../trees/git.ts';
import type { Repository } from './find-repository.ts';

/** A side of a comparison, by what it was called. A tree that is no commit has no history to compare. */
export interface ResolvedRef {
  readonly name: string;
  readonly commit: string | null;
  readonly tree: string;
}

// a partial clone would go and fetch, with whatever its configuration says
const OFFLINE = ['file', 'git', 'http', 'https', 'ssh'].flatMap((name) => ['-c', `protocol.${name}.allow=never`]);
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/** What a ref stands for. */
export async function resolveRef({ git_dir }: Repository, { option, name }: { option: string; name: string }) {
  const found = await findRef(git_dir, name);
  if (found !== undefined) return found;
  throw new AssayError(
    'usage',
    `expected ${option} to name a commit, found nothing called ${name}; fetch it first (in CI, with the whole history: fetch-depth: 0)`,
  );
}

/** The branch that changes go into, by the usual names. */
export async function findDefaultBranch({ git_dir }: Repository): Promise<ResolvedRef> {
  for (const name of DEFAULT_BRANCHES) {
    const found = await findRef(git_dir, name);
    if (found !== undefined) return found;
  }
  throw new AssayError('usage', `expected --base REF: none of ${DEFAULT_BRANCHES.join(', ')} is in this repository`);
}

async function findRef(git_dir: string, name: string): Promise<ResolvedRef | undefined> {
  if (name === '' || name.startsWith('-') || /\p{Cc}/u.test(name)) return undefined;
  const [commit, tree] = await Promise.all(
    ['commit', 'tree'].map(async (kind) => {
      const command = [...OFFLINE, 'rev-parse', '--verify', '--quiet', `${name}^{${kind}}`];
      const { exit_code, stdout } = await runGit(command, { git_dir });
      return exit_code === 0 ? stdout.toString('latin1').trim() : undefined;
    }),
  );
  return tree === undefined ? undefined : { name, commit: commit ?? null, tree };
}

/** The hash a repository names its objects by. */
export async function readObjectFormat({ git_dir }: Repository): Promise<string> {
  const { exit_code, stdout } = await runGit(['rev-parse', '--show-object-format'], { git_dir });
  // a git too old to be asked knows only one
  return exit_code === 0 ? stdout.toString('latin1').trim() : 'sha1';
}

/**
 * Where a head left its base: what happened on the base since is not part of the change. Without a common history the
 * base itself; in a shallow clone that is a fault, since the history may merely not be there.
 */
export async function findFork(
  { base, head }: { readonly base: ResolvedRef; readonly head: ResolvedRef },
  { git_dir, shallow }: { readonly git_dir: string; readonly shallow: boolean },
): Promise<{ readonly tree: string; readonly commit: string | null }> {
  if (base.commit === null || head.commit === null || base.commit === head.commit) return base;
  const { exit_code, stdout, last_words } = await runGit(['merge-base', base.commit, head.commit], { git_dir });
  if (exit_code === 0) {
    const commit = stdout.toString('latin1').split('\n', 1)[0] ?? '';
    const tree = await requireGit('the base cannot be read', { command: ['rev-parse', `${commit}^{tree}`], git_dir });
    return { commit, tree: tree.toString('latin1').trim() };
  }
  if (exit_code === 1 && !shallow) return base;
  throw new AssayError(
    'usage',
    `expected ${base.name} and ${head.name} to have a commit in common, found none${exit_code === 1 ? '' : ` (${last_words})`}; the clone lacks history: git fetch --unshallow (in CI, fetch-depth: 0)`,
  );
}
