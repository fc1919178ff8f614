import { AssayError } from '@assay/schema';
import { requireGit, runGit } from '../trees/git.ts';
import type { Repository } from './find-repository.ts';

/** A resolved ref. A tree without a commit has no history. */
export interface ResolvedRef {
  readonly name: string;
  readonly commit: string | null;
  readonly tree: string;
}

// a partial clone would fetch, with its own configuration
const OFFLINE = ['file', 'git', 'http', 'https', 'ssh'].flatMap((name) => ['-c', `protocol.${name}.allow=never`]);
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/** Resolves a ref. */
export async function resolveRef({ git_dir }: Repository, { option, name }: { option: string; name: string }) {
  const found = await findRef(git_dir, name);
  if (found !== undefined) return found;
  throw new AssayError(
    'usage',
    `${option} ${name} is not a commit in this repository; fetch it first (in CI, with the whole history: fetch-depth: 0)`,
  );
}

/** Finds the default branch by the usual names. */
export async function findDefaultBranch({ git_dir }: Repository): Promise<ResolvedRef> {
  for (const name of DEFAULT_BRANCHES) {
    const found = await findRef(git_dir, name);
    if (found !== undefined) return found;
  }
  throw new AssayError('usage', `use --base REF: this repository has none of ${DEFAULT_BRANCHES.join(', ')}`);
}

/** Resolves a ref; undefined if there is none with this name. */
export async function findRef(git_dir: string, name: string): Promise<ResolvedRef | undefined> {
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

/** The hash algorithm of a repository. */
export async function readObjectFormat({ git_dir }: Repository): Promise<string> {
  const { exit_code, stdout } = await runGit(['rev-parse', '--show-object-format'], { git_dir });
  // an old git without this option knows only sha1
  return exit_code === 0 ? stdout.toString('latin1').trim() : 'sha1';
}

/**
 * The commit where a head left its base, so that later commits of the base are not part of the change. Without a common
 * history it is the base itself; in a shallow clone that is an error, because the history may only be missing.
 */
export async function findFork(
  { base, head }: { readonly base: ResolvedRef; readonly head: ResolvedRef },
  { git_dir, shallow }: { readonly git_dir: string; readonly shallow: boolean },
): Promise<{ readonly tree: string; readonly commit: string | null }> {
  if (base.commit === null || head.commit === null || base.commit === head.commit) return base;
  const { exit_code, stdout, last_words } = await runGit(['merge-base', base.commit, head.commit], { git_dir });
  if (exit_code === 0) {
    const commit = stdout.toString('latin1').split('\n', 1)[0] ?? '';
    const tree = await requireGit('cannot read the base', { command: ['rev-parse', `${commit}^{tree}`], git_dir });
    return { commit, tree: tree.toString('latin1').trim() };
  }
  if (exit_code === 1 && !shallow) return base;
  throw new AssayError(
    'usage',
    `${base.name} and ${head.name} have no common commit${exit_code === 1 ? '' : ` (${last_words})`}; this is a shallow clone: run git fetch --unshallow (in CI, fetch-depth: 0)`,
  );
}
