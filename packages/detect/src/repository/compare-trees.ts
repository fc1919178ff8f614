import type { ChangedPath, Evidence, FileState } from '@assay/schema';
import type { ChangedFile } from '../inventory/inventory.ts';
import { requireGit } from '../trees/git.ts';
import { MODES } from '../trees/git-object.ts';
import type { ObjectReader } from '../trees/object-reader.ts';
import { quotePath } from '../trees/path-name.ts';
import type { Change } from './change.ts';
import { ABSENT, diffListed, diffTrees, type TreeDifference } from './diff-trees.ts';
import { type Blob, readBlobs, readText, readTexts } from './read-blobs.ts';
import { listTree, type TreePath } from './tree-entries.ts';

interface Trees {
  readonly before: string;
  readonly after: string;
  readonly git_dir: string;
  readonly objects: ObjectReader;
  /** Their files, if they are known. */
  readonly listed?: { readonly before: readonly TreePath[]; readonly after: readonly TreePath[] };
  readonly signal?: AbortSignal;
}

type Compared = Pick<Change, 'changed_paths' | 'files' | 'unread' | 'warnings' | 'watch' | 'readUnchanged'>;

/** The difference between two trees, with the content of text files. */
export async function compareTrees(trees: Trees): Promise<Compared> {
  const differences = trees.listed === undefined ? await diffTrees(trees) : diffListed(trees.listed);
  const sides = differences.flatMap(({ before, after }) => [before, after]);
  const blobs = await readBlobs(
    sides.filter(isBlob).map(({ oid }) => oid),
    trees,
  );
  const links = await findLinkEnds(differences, trees);
  const files = new Map<string, ChangedFile>();
  const unread = new Set<string>();
  const warnings: string[] = [];
  const changed_paths = differences.map((difference): ChangedPath => {
    const { raw, path } = difference;
    const end = links.get(raw);
    const before = describe(difference.before, { blobs });
    const after = describe(difference.after, { blobs, ...(end === undefined ? {} : { end }) });
    if (end === 'outside') warnings.push(`symlink_escape: ${quotePath(path)}`);
    if (difference.before.oid !== difference.after.oid) {
      const file = { before: textOf(path, before, blobs), after: textOf(path, after, blobs) };
      if (file.before !== null || file.after !== null) files.set(path, file);
      for (const state of [before, after]) {
        if (state?.kind !== 'file' || blobs.get(state.oid)?.content !== null) continue;
        unread.add(path);
        warnings.push(`too_large_to_read: ${quotePath(path)}, ${state.size_bytes} bytes`);
      }
    }
    return { path, change: nameChange(before, after), before, after };
  });
  return {
    changed_paths,
    files,
    unread: [...unread],
    warnings: [...new Set(warnings)],
    watch: (paths) => watch(paths, trees),
    readUnchanged: async (choose) => {
      const changed = new Set(differences.map(({ raw }) => raw));
      const listed = trees.listed?.after ?? (await listTree(trees.after, trees.git_dir));
      const same = listed.filter(({ raw, mode }) => mode.startsWith('100') && !changed.has(raw));
      const chosen = new Set(choose(same.map(({ path }) => path)));
      return await readTexts(
        same.filter(({ path }) => chosen.has(path)),
        trees,
      );
    },
  };
}

type Side = TreeDifference['before'];

const isBlob = ({ mode }: Side): boolean => mode !== ABSENT && mode !== MODES.submodule;

const findLinkEnds = (differences: readonly TreeDifference[], { after, git_dir }: Trees) =>
  followLinks(
    differences.filter((difference) => difference.after.mode === MODES.link).map(({ raw }) => raw),
    { tree: after, git_dir },
  );

interface Known {
  readonly blobs: ReadonlyMap<string, Blob>;
  readonly end?: LinkEnd;
}

function describe({ mode, oid }: Side, { blobs, end }: Known): FileState | null {
  if (mode === ABSENT) return null;
  const { size_bytes = 0, binary = false } = blobs.get(oid) ?? {};
  // a tree contains only the commit of a submodule
  if (mode === MODES.submodule) return { kind: 'folder', mode, oid, size_bytes, binary };
  const inside = end === undefined ? {} : { inside: end === 'inside' };
  return mode === MODES.link
    ? { kind: 'link', mode, oid, size_bytes, binary: false, ...inside }
    : { kind: 'file', mode, oid, size_bytes, binary };
}

function textOf(path: string, state: FileState | null, blobs: ReadonlyMap<string, Blob>): Buffer | null {
  const blob = state?.kind === 'file' ? blobs.get(state.oid) : undefined;
  return blob === undefined ? null : readText(path, blob);
}

function nameChange(before: FileState | null, after: FileState | null): ChangedPath['change'] {
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  if (before.kind !== after.kind) return 'type';
  return before.oid === after.oid ? 'mode' : 'modified';
}

async function watch(paths: readonly string[], trees: Trees): Promise<Evidence['watched_paths']> {
  if (paths.length === 0) return {};
  const before = await readStates(paths, { ...trees, tree: trees.before });
  const after = await readStates(paths, { ...trees, tree: trees.after });
  const named = paths.filter((path) => !path.endsWith('/'));
  return Object.fromEntries(
    [...new Set([...named, ...before.keys(), ...after.keys()])].map((path) => [
      path,
      { before: before.get(path) ?? null, after: after.get(path) ?? null },
    ]),
  );
}

async function readStates(
  paths: readonly string[],
  { tree, git_dir, objects }: Pick<Trees, 'git_dir' | 'objects'> & { readonly tree: string },
): Promise<ReadonlyMap<string, FileState>> {
  const exact = new Set(paths.filter((path) => !path.endsWith('/')));
  const folders = paths.filter((path) => path.endsWith('/'));
  const listed = await listTree(tree, git_dir);
  const entries = listed.filter(({ path }) => exact.has(path) || folders.some((folder) => path.startsWith(folder)));
  const blobs = await readBlobs(
    entries.filter(isBlob).map(({ oid }) => oid),
    { objects },
  );
  const links = await followLinks(
    entries.filter(({ mode }) => mode === MODES.link).map(({ raw }) => raw),
    { tree, git_dir },
  );
  const states = new Map<string, FileState>();
  // a folder exists if it contains something
  const real = [...exact].filter((path) => listed.some((entry) => entry.path.startsWith(`${path}/`)));
  for (const path of real)
    states.set(path, { kind: 'folder', mode: MODES.folder, oid: '', size_bytes: 0, binary: false });
  for (const entry of entries) {
    const end = links.get(entry.raw);
    const state = describe(entry, { blobs, ...(end === undefined ? {} : { end }) });
    if (state !== null) states.set(entry.path, state);
  }
  return states;
}

/** Where a link leads: inside its tree, outside, or nowhere. */
type LinkEnd = 'inside' | 'outside' | 'nowhere';

const NEWLINE = 0x0a;

/** Follows links within a tree without the file system. Paths are raw bytes. */
async function followLinks(
  paths: readonly string[],
  { tree, git_dir }: { readonly tree: string; readonly git_dir: string },
): Promise<ReadonlyMap<string, LinkEnd>> {
  // git reads one path per line
  const asked = paths.filter((raw) => !raw.includes('\n'));
  const ends = new Map<string, LinkEnd>(paths.map((raw) => [raw, 'nowhere']));
  if (asked.length === 0) return ends;
  const output = await requireGit('cannot follow links', {
    command: ['cat-file', '--batch-check', '--follow-symlinks', '--buffer'],
    git_dir,
    input: Buffer.from(asked.map((raw) => `${tree}:${raw}\n`).join(''), 'latin1'),
  });
  let at = 0;
  for (const raw of asked) {
    const line = output.toString('latin1', at, output.indexOf(NEWLINE, at));
    at += line.length + 1;
    // these answers are followed by `size` bytes of text and a newline
    const [, word, size] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
    if (word !== undefined) at += Number(size) + 1;
    if (word === 'symlink') ends.set(raw, 'outside');
    else if (/^[0-9a-f]+ (blob|tree|commit) \d+$/.test(line)) ends.set(raw, 'inside');
  }
  return ends;
}
