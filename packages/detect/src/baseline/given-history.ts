import { join } from 'node:path';
import { findRepository, type Repository } from '../repository/find-repository.ts';
import { findRef } from '../repository/resolve-refs.ts';
import { type OpenedRepository, openScratchRepository } from '../repository/scratch-repository.ts';
import { toPath } from '../repository/tree-entries.ts';
import { openCatFile } from '../trees/cat-file.ts';
import { requireGit, runGit } from '../trees/git.ts';
import { type Baseline, EMPTY_TREE } from './baseline.ts';
import { listCreated, listFetched, readOids, readWritten } from './head-logs.ts';

/** A commit that was created in a work tree of this machine. */
export interface CreatedCommit {
  readonly oid: string;
  /** The git folder of the work tree that it was created in. */
  readonly git_dir: string;
  /** When git wrote it; null if unknown. */
  readonly written_ms: number | null;
}

export interface GivenOptions {
  /** Whether the session made a commit that was created on this machine since the baseline. */
  readonly isOwn: (commit: CreatedCommit) => boolean;
  readonly signal?: AbortSignal;
}

/** What a work tree got since a baseline and the session did not make: by a pull, a switch, a rebase, another session. */
export interface GivenHistory extends AsyncDisposable {
  /** The newest commit under the work tree that is not the session's; null before the first. */
  readonly base: { readonly commit: string; readonly tree: string } | null;
  /** The baseline with what lies between its commit and that one; null if both are the same. */
  readonly moved: Baseline | null;
  /** The newest commits of others that were merged into it, also by a merge that stopped. */
  readonly merged: readonly string[];
  /** Whether the base has other content at a path than the commit of the baseline. */
  hasMoved(path: string): Promise<boolean>;
  /** Whether a path waits for the end of a merge or rebase that stopped. */
  isUnmerged(path: string): boolean;
  /** Whether a commit that the session did not make has this content at a path. */
  holds(path: string, oid: string): Promise<boolean>;
}

/**
 * Finds what others did to a work tree since a baseline. What existed at the baseline is theirs, and what a fetch
 * brought. A commit of unknown origin is the session's.
 */
export async function readGivenHistory(baseline: Baseline, { isOwn, signal }: GivenOptions): Promise<GivenHistory> {
  const repository = findRepository(baseline.root);
  const also = baseline.objects === null ? [] : [baseline.objects];
  const scratch = await openScratchRepository({ ...repository, object_format: 'sha1', also });
  const objects = openCatFile(scratch.git_dir, { only_heads: true });
  const dispose = async () => {
    await objects[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  };
  const git = async (command: readonly string[], lines: readonly string[]): Promise<string[]> => {
    const stopped = signal === undefined ? {} : { signal };
    const options = { git_dir: scratch.git_dir, input: Buffer.from(`${lines.join('\n')}\n`, 'utf8'), ...stopped };
    const { exit_code, stdout } = await runGit(command, options);
    return exit_code === 0 ? stdout.toString('latin1').split('\n').filter(Boolean) : [];
  };
  const ask = async (object: string): Promise<string | null> => (await objects.ask(object))?.oid ?? null;
  try {
    const head = (await findRef(repository.git_dir, 'HEAD'))?.commit ?? null;
    const merging = readOids(join(repository.git_dir, 'MERGE_HEAD'));
    const fetched = listFetched(repository);
    const tips = [...(head === null ? [] : [head]), ...merging];
    const listNew = async (known: readonly string[]): Promise<Map<string, string[]>> => {
      const command = ['rev-list', '--parents', '--ignore-missing', '--stdin'];
      const lines = await git(command, [...tips, ...known.map((oid) => `^${oid}`)]);
      return new Map(lines.map((line) => line.split(' ')).map(([oid = '', ...parents]) => [oid, parents]));
    };
    const parents = await listNew(baseline.given);
    const own = await chooseOwn(parents, { repository, fetched, listNew, given: baseline.given, isOwn });
    // below the commits of the session, along the line that it worked on
    const findGiven = (oid: string): string | undefined => {
      let at: string | undefined = oid;
      while (at !== undefined && own.has(at)) at = parents.get(at)?.[0];
      return at;
    };
    const commit = head === null ? undefined : findGiven(head);
    const tree = commit === undefined ? null : await ask(`${commit}^{tree}`);
    const joined = [...[...own].flatMap((oid) => parents.get(oid)?.slice(1) ?? []), ...merging];
    const merged = [...new Set(joined.flatMap((oid) => findGiven(oid) ?? []))].filter((oid) => oid !== commit);
    const unmerged = await listUnmerged(repository, baseline.root);
    const base = commit === undefined || tree === null ? null : { commit, tree };
    const moveBaseline = async (to: string): Promise<Baseline> => ({
      ...baseline,
      tree: await applyDifference(scratch, { tree: baseline.tree, from: baseline.commit, to }),
      objects: join(scratch.git_dir, 'objects'),
    });
    const at = (oid: string | null | undefined, path: string) => (oid == null ? null : ask(`${oid}:${path}`));
    return {
      base,
      moved: base === null || base.commit === baseline.commit ? null : await moveBaseline(base.commit),
      merged,
      hasMoved: async (path) => isPlain(path) && (await at(commit, path)) !== (await at(baseline.commit, path)),
      isUnmerged: (path) => unmerged.has(path),
      holds: async (path, oid) => {
        if (!isPlain(path)) return false;
        const others = [...baseline.given, ...fetched, ...merged, ...(commit === undefined ? [] : [commit])];
        const search = ['log', '-1', '-m', '--no-patch', '--format=%H', '--ignore-missing', `--find-object=${oid}`];
        return (await git(['--literal-pathspecs', ...search, '--stdin'], [...others, '--', path])).length > 0;
      },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

// git takes one path a line
const isPlain = (path: string): boolean => !/\p{Cc}/u.test(path);

interface Chosen extends Pick<GivenOptions, 'isOwn'> {
  readonly repository: Repository;
  readonly given: readonly string[];
  readonly fetched: readonly string[];
  readonly listNew: (known: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

async function chooseOwn(
  fresh: ReadonlyMap<string, unknown>,
  { repository, given, fetched, listNew, isOwn }: Chosen,
): Promise<ReadonlySet<string>> {
  if (fresh.size === 0) return new Set();
  const unfetched = await listNew([...given, ...fetched]);
  const created = listCreated(repository);
  return new Set(
    [...fresh.keys()].filter((oid) => {
      const git_dir = created.get(oid);
      if (git_dir === undefined) return unfetched.has(oid);
      return isOwn({ oid, git_dir, written_ms: readWritten(repository, oid) });
    }),
  );
}

interface Difference {
  readonly tree: string;
  readonly from: string | null;
  readonly to: string;
}

/** A tree in which every path that differs between two commits is as in the second one. */
async function applyDifference({ git_dir }: OpenedRepository, { tree, from, to }: Difference): Promise<string> {
  const what = 'cannot read what changed under a work tree';
  const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from ?? EMPTY_TREE, to];
  const fields = (await requireGit(what, { command, git_dir })).toString('latin1').split('\0');
  const lines: string[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode, , oid] = (fields[i] as string).split(' ');
    lines.push(`${mode} ${oid}\t${fields[i + 1]}\0`);
  }
  await requireGit(what, { command: ['read-tree', tree], git_dir });
  const input = Buffer.from(lines.join(''), 'latin1');
  await requireGit(what, { command: ['update-index', '-z', '--index-info'], git_dir, input });
  return (await requireGit(what, { command: ['write-tree'], git_dir })).toString('latin1').trim();
}

async function listUnmerged({ git_dir }: Repository, root: string): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(['ls-files', '--unmerged', '-z'], { git_dir, work_tree: root });
  const lines = stdout.toString('latin1').split('\0').filter(Boolean);
  return new Set(lines.map((line) => toPath(line.slice(line.indexOf('\t') + 1))));
}
