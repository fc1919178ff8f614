import { AssayError } from '@assay/schema';
import { openCatFile } from '../trees/cat-file.ts';
import { requireGit, runGit } from '../trees/git.ts';
import type { ObjectReader } from '../trees/object-reader.ts';
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
  const [found] = await findRefs(git_dir, [name]);
  return found ?? refuse(option, name);
}

/** Resolves the base and the head of a change; without a base, the default branch by its usual names. */
export async function resolveSides(
  { git_dir }: Repository,
  { base, head }: { readonly base: string | undefined; readonly head: string },
): Promise<{ readonly base: ResolvedRef; readonly head: ResolvedRef }> {
  const names = base === undefined ? DEFAULT_BRANCHES : [base];
  const [top, ...found] = await findRefs(git_dir, [head, ...names]);
  const tip = found.find((ref) => ref !== undefined);
  if (tip === undefined && base === undefined)
    throw new AssayError('usage', `use --base REF: this repository has none of ${DEFAULT_BRANCHES.join(', ')}`);
  return { base: tip ?? refuse('--base', base ?? ''), head: top ?? refuse('--head', head) };
}

function refuse(option: string, name: string): never {
  throw new AssayError(
    'usage',
    `${option} ${name} is not a commit in this repository; fetch it first (in CI, with the whole history: fetch-depth: 0)`,
  );
}

/** Resolves a ref; undefined if there is none with this name. */
export const findRef = async (git_dir: string, name: string): Promise<ResolvedRef | undefined> =>
  (await findRefs(git_dir, [name]))[0];

/** Resolves refs with one git process; undefined for each that does not exist. */
async function findRefs(git_dir: string, names: readonly string[]): Promise<readonly (ResolvedRef | undefined)[]> {
  await using git = openCatFile(git_dir, { only_heads: true, settings: OFFLINE });
  const find = async (name: string, kind: 'commit' | 'tree'): Promise<string | null> => {
    if (name === '' || name.startsWith('-') || /\p{Cc}/u.test(name)) return null;
    // in a partial clone, git ends where it would have to fetch
    const head = await git.ask(`${name}^{${kind}}`).catch(() => null);
    return head?.oid ?? null;
  };
  return await Promise.all(
    names.map(async (name) => {
      const [commit, tree] = await Promise.all([find(name, 'commit'), find(name, 'tree')]);
      return tree === null ? undefined : { name, commit, tree };
    }),
  );
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
  {
    git_dir,
    objects,
    shallow,
  }: { readonly git_dir: string; readonly objects: ObjectReader; readonly shallow: boolean },
): Promise<{ readonly tree: string; readonly commit: string | null }> {
  if (base.commit === null || head.commit === null || base.commit === head.commit) return base;
  if ((await readParents(head.commit, objects)).includes(base.commit)) return base;
  const { exit_code, stdout, last_words } = await runGit(['merge-base', base.commit, head.commit], { git_dir });
  if (exit_code === 0) {
    const commit = stdout.toString('latin1').split('\n', 1)[0] ?? '';
    const known = [base, head].find((ref) => ref.commit === commit);
    if (known !== undefined) return known;
    const tree = await requireGit('cannot read the base', { command: ['rev-parse', `${commit}^{tree}`], git_dir });
    return { commit, tree: tree.toString('latin1').trim() };
  }
  if (exit_code === 1 && !shallow) return base;
  throw new AssayError(
    'usage',
    `${base.name} and ${head.name} have no common commit${exit_code === 1 ? '' : ` (${last_words})`}; this is a shallow clone: run git fetch --unshallow (in CI, fetch-depth: 0)`,
  );
}

async function readParents(commit: string, objects: ObjectReader): Promise<readonly string[]> {
  const { content } = await objects.read(commit);
  const [head = ''] = content.toString('latin1').split('\n\n', 1);
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent as string);
}
