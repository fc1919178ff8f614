import { type BigIntStats, constants, lstatSync, openSync, readlinkSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { AssayError, type Evidence } from '@assay/schema';
import { MODES } from '../trees/git-object.ts';
import { hashFile } from '../trees/hash-file.ts';
import type { ObjectReader } from '../trees/object-reader.ts';
import { createObjectStore, hashingSink, type ObjectSink, type ObjectStore } from '../trees/object-store.ts';
import { quotePath } from '../trees/path-name.ts';
import { identify, isSettled, type Stamp } from '../trees/stamp.ts';
import { type IgnoreFile, joinIgnoreRules } from './ignore-rules.ts';
import { listWorkTree } from './list-work-tree.ts';
import { OWN_RULES } from './own-records.ts';
import type { OpenedRepository } from './scratch-repository.ts';
import { listTree, type TreePath, toPath } from './tree-entries.ts';
import { writeTree } from './write-tree.ts';

interface WorkTreeOptions {
  readonly scratch: OpenedRepository;
  readonly base_tree: string;
  /** Whether to count ignored files (default: true). */
  readonly count_ignored?: boolean;
  /** Stamps of files by raw path: a file with the same stamp is not read again. */
  readonly stamps?: ReadonlyMap<string, WorkTreeStamp>;
  /** Called with the stamps that are safe to use later. */
  readonly onStamp?: (raw: string, stamp: WorkTreeStamp) => void;
  readonly signal?: AbortSignal;
}

/** Identity of a file when it was read, and its content hash. */
export type WorkTreeStamp = Pick<Stamp, 'identity' | 'oid'>;

interface WrittenTree extends Pick<Evidence, 'ignored_changes' | 'warnings'> {
  readonly tree: string;
  /** The files of the base, and those of the work tree. */
  readonly listed: { readonly before: readonly TreePath[]; readonly after: readonly TreePath[] };
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const FILES_PER_TURN = 200;
const MAX_RULES_BYTES = 1024 * 1024;
const MAX_TOP_DIRS = 20;

/**
 * Writes a work tree as a git tree: every file of the base, and every other file that the rules of the base do not ignore.
 * Hashes all files, without index, filters or attributes.
 */
export async function writeWorkTree(
  root: string,
  { scratch, base_tree, count_ignored = true, stamps = new Map(), onStamp = () => undefined, signal }: WorkTreeOptions,
): Promise<WrittenTree> {
  const base = new Map((await listTree(base_tree, scratch.git_dir)).map((entry) => [entry.raw, entry]));
  const submodules = [...base.values()].filter(({ mode }) => mode === MODES.submodule);
  const stopped = signal === undefined ? {} : { signal };
  // the last match wins, so the base can say otherwise
  const rules = OWN_RULES + joinIgnoreRules(await readIgnoreFiles([...base.values()], scratch.objects));
  const isSubmodule = (raw: string) => base.get(raw)?.mode === MODES.submodule;
  const listed = await listWorkTree(root, { scratch, rules, list_ignored: count_ignored, ...stopped }, isSubmodule);

  const started_ms = Date.now();
  const store = await createObjectStore(scratch.git_dir);
  const place = {
    root,
    store,
    known: new Set([...base.values()].map(({ oid }) => oid)),
    stamps,
    onStamp: (raw: string, stats: BigIntStats, oid: string) => {
      if (isSettled(stats, started_ms)) onStamp(raw, { identity: identify(stats), oid });
    },
  };
  const entries: TreePath[] = [...submodules];
  const isReal = createFolderCheck(root);
  const special: string[] = [];
  let count = 0;
  for (const raw of new Set([...listed.files, ...base.keys()])) {
    if (isSubmodule(raw)) continue;
    if (++count % FILES_PER_TURN === 0) await turn();
    if (signal?.aborted === true) throw new AssayError('interrupted', 'stopped while reading the work tree');
    const found = isReal(raw) ? await readEntry(raw, place) : undefined;
    if (found === 'special') special.push(raw);
    else if (found !== undefined) entries.push({ ...found, raw, path: base.get(raw)?.path ?? toPath(raw) });
  }
  const tree = writeTree(entries, store);
  store.flush();
  return {
    tree,
    listed: { before: [...base.values()], after: entries },
    ignored_changes: countIgnored(listed.ignored.filter((raw) => !base.has(raw))),
    warnings: [
      ...submodules.map(({ path }) => `submodule_not_read: ${quotePath(path)}`),
      ...listed.repositories.map((raw) => `nested_repository: ${quotePath(toPath(raw))}`),
      ...special.map((raw) => `special_file_ignored: ${quotePath(toPath(raw))}`),
    ],
  };
}

async function readIgnoreFiles(base: readonly TreePath[], objects: ObjectReader): Promise<IgnoreFile[]> {
  const files = base.filter(({ raw, mode }) => /(^|\/)\.gitignore$/.test(raw) && mode.startsWith('100'));
  return await Promise.all(
    files.map(async ({ raw, oid }) => {
      const { content } = await objects.read(oid);
      const text = content.length > MAX_RULES_BYTES ? '' : content.toString('latin1');
      return { folder: raw.slice(0, Math.max(0, raw.lastIndexOf('/'))), text };
    }),
  );
}

interface Place {
  readonly root: string;
  readonly store: ObjectStore;
  /** Objects of the base, which need not be stored again. */
  readonly known: ReadonlySet<string>;
  readonly stamps: ReadonlyMap<string, WorkTreeStamp>;
  readonly onStamp: (raw: string, stats: BigIntStats, oid: string) => void;
}

interface ReadEntry {
  readonly mode: string;
  readonly oid: string;
}

async function readEntry(raw: string, place: Place): Promise<ReadEntry | 'special' | undefined> {
  const path = locate(place.root, raw);
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return undefined;
    if (stats.isSymbolicLink())
      return { mode: MODES.link, oid: place.store.write('blob', readlinkSync(path, { encoding: 'buffer' })) };
    if (!stats.isFile()) return 'special';
    const mode = (stats.mode & 0o100n) === 0n ? MODES.file : MODES.program;
    const stamp = place.stamps.get(raw);
    if (stamp?.identity === identify(stats)) return { mode, oid: stamp.oid };
    const saved = await saveFile(() => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), place);
    place.onStamp(raw, saved.stats, saved.oid);
    return { mode, oid: saved.oid };
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw new AssayError('unreadable_file', `${quotePath(toPath(raw))} cannot be read: ${why}`, { cause });
  }
}

async function saveFile(open: () => number, { store, known }: Place): Promise<{ stats: BigIntStats; oid: string }> {
  let large = false;
  const sink: ObjectSink = {
    ...hashingSink,
    write(kind, content) {
      const oid = hashingSink.write(kind, content);
      return known.has(oid) ? oid : store.write(kind, content);
    },
    writeLarge(size_bytes, chunks) {
      large = true;
      return hashingSink.writeLarge(size_bytes, chunks);
    },
  };
  const hashed = await hashFile(sink, open);
  // only new large files need a second read to store them
  return large && !known.has(hashed.oid) ? await hashFile(store, open) : hashed;
}

/** Checks that a path has no link among its parents: behind a link it is not the file of the base. */
function createFolderCheck(root: string): (raw: string) => boolean {
  const known = new Map<string, boolean>();
  const isFolder = (raw: string): boolean => {
    if (raw === '') return true;
    const found = known.get(raw);
    if (found !== undefined) return found;
    const path = locate(root, raw);
    const real = isFolder(parentOf(raw)) && (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
    known.set(raw, real);
    return real;
  };
  return (raw) => isFolder(parentOf(raw));
}

// most names are ASCII, and a string is faster than bytes
const locate = (root: string, raw: string): string | Buffer =>
  ASCII.test(raw) ? `${root}/${raw}` : Buffer.concat([Buffer.from(`${root}/`), Buffer.from(raw, 'latin1')]);

const ASCII = /^[\x20-\x7e]*$/;

const parentOf = (raw: string): string => raw.slice(0, Math.max(0, raw.lastIndexOf('/')));

function countIgnored(ignored: readonly string[]): Evidence['ignored_changes'] {
  const tops = new Set(ignored.map((raw) => (raw.includes('/') ? toPath(raw.slice(0, raw.indexOf('/'))) : '.')));
  return { count: ignored.length, top_dirs: [...tops].slice(0, MAX_TOP_DIRS) };
}
