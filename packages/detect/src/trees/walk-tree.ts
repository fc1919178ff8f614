import type { BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { AssayError, type FileState } from '@assay/schema';
import { type FolderHandle, openFolder } from './folder-handle.ts';
import { formatTree, MODES, type TreeEntry } from './git-object.ts';
import { hashFile } from './hash-file.ts';
import type { ObjectSink } from './object-store.ts';
import { formatName, quotePath } from './path-name.ts';
import { identify, isSettled, type Stamp } from './stamp.ts';

/** A walked folder, for following links without reading the disk again. */
export interface WalkedFolder {
  readonly parent: WalkedFolder | null;
  readonly path: string;
  readonly children: Map<string, WalkedFolder | WalkedLink | 'file' | 'unseen'>;
}

export interface WalkedLink {
  readonly target: Buffer;
}

interface WalkOptions {
  readonly store: ObjectSink;
  readonly known: ReadonlyMap<string, Stamp>;
  readonly started_ms: number;
  readonly saveStamps: boolean;
  readonly signal?: AbortSignal;
}

interface Walk extends WalkOptions {
  readonly files: Map<string, FileState>;
  readonly stamps: Map<string, Stamp>;
  readonly repositories: Set<string>;
  readonly odd: { special: string[]; deep: string[] };
  entry_count: number;
  total_bytes: bigint;
  paused_ms: number;
}

/** Deeper folders and longer paths are reported in a warning; paths of this length can still be restored. */
export const MAX_DEPTH = 1000;
const MAX_PATH_BYTES = 3500;

/** A larger workspace is an error: reading it would take too long. */
const MAX_ENTRIES = 1_000_000;
const MAX_TREE_BYTES = 32n * 1024n ** 3n;

// yields to the event loop while a large tree is walked
const PAUSE_EVERY_MS = 20;
const NAMED_IN_WARNING = 10;

/** Reads everything below a folder except `.git`, and writes it to the store as git objects. */
export async function walkTree(folder: string, options: WalkOptions) {
  const walk: Walk = {
    ...options,
    files: new Map(),
    stamps: new Map(),
    repositories: new Set(),
    odd: { special: [], deep: [] },
    entry_count: 0,
    total_bytes: 0n,
    paused_ms: Date.now(),
  };
  const root: WalkedFolder = { parent: null, path: '', children: new Map() };
  using handle = orFault(folder, () => openFolder(folder));
  const entries = await walkFolder(walk, { handle, walked: root, depth: 0, path_bytes: 0 });
  return {
    tree: options.store.write('tree', formatTree(entries)),
    root,
    files: walk.files,
    stamps: walk.stamps,
    repositories: walk.repositories,
    warnings: [...warn('special_file_ignored', walk.odd.special), ...warn('beyond_depth_ignored', walk.odd.deep)],
  };
}

interface Place {
  readonly handle: FolderHandle;
  readonly walked: WalkedFolder;
  readonly depth: number;
  readonly path_bytes: number;
}

async function walkFolder(walk: Walk, place: Place): Promise<TreeEntry[]> {
  const { handle, walked } = place;
  const entries: TreeEntry[] = [];
  for (const name of orFault(walked.path, () => handle.list())) {
    if (Date.now() - walk.paused_ms > PAUSE_EVERY_MS) await pause(walk);
    const label = formatName(name);
    if (label === '.git') {
      walked.children.set(label, 'unseen');
      if (walked.path !== '') walk.repositories.add(walked.path);
      continue;
    }
    if (++walk.entry_count > MAX_ENTRIES) throw tooLarge(`${MAX_ENTRIES} files`);
    const path = walked.path === '' ? label : `${walked.path}/${label}`;
    const entry = await walkEntry(walk, { ...place, name, label, path });
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

type Found = Place & { readonly name: Buffer; readonly label: string; readonly path: string };

async function walkEntry(walk: Walk, found: Found): Promise<TreeEntry | undefined> {
  const { handle, walked, name, label, path, path_bytes } = found;
  const stats = orFault(path, () => handle.stat(name));
  if (path_bytes + name.length + 1 > MAX_PATH_BYTES) return skip(walk.odd.deep, found);
  if (stats.isDirectory()) return walkInner(walk, found);
  if (stats.isSymbolicLink()) {
    const target = orFault(path, () => handle.readLink(name));
    walked.children.set(label, { target });
    const oid = walk.store.write('blob', target);
    // whether it leads outside is known after the walk
    const state = { mode: MODES.link, oid, size_bytes: target.length, binary: false, inside: false };
    walk.files.set(path, { kind: 'link', ...state });
    return { name, mode: MODES.link, oid };
  }
  if (!stats.isFile()) return skip(walk.odd.special, found);
  walked.children.set(label, 'file');
  const state = await readFileState(walk, found, stats);
  walk.files.set(path, state);
  return { name, mode: state.mode, oid: state.oid };
}

async function walkInner(walk: Walk, found: Found): Promise<TreeEntry | undefined> {
  const { handle, walked, name, label, path, depth, path_bytes } = found;
  if (depth + 1 >= MAX_DEPTH) return skip(walk.odd.deep, found);
  const inner: WalkedFolder = { parent: walked, path, children: new Map() };
  walked.children.set(label, inner);
  // before its files, so that iteration meets folders first
  walk.files.set(path, { kind: 'folder', mode: MODES.folder, oid: '', size_bytes: 0, binary: false });
  using innerHandle = orFault(path, () => handle.openFolder(name));
  const bytes = path_bytes + name.length + 1;
  const entries = await walkFolder(walk, { handle: innerHandle, walked: inner, depth: depth + 1, path_bytes: bytes });
  const oid = walk.store.write('tree', formatTree(entries));
  walk.files.set(path, { kind: 'folder', mode: MODES.folder, oid, size_bytes: 0, binary: false });
  // git has no empty folders
  return entries.length === 0 ? undefined : { name, mode: MODES.folder, oid };
}

async function readFileState(walk: Walk, { handle, name, path }: Found, seen: BigIntStats): Promise<FileState> {
  walk.total_bytes += seen.size;
  if (walk.total_bytes > MAX_TREE_BYTES) throw tooLarge(`${MAX_TREE_BYTES} bytes`);
  const known = walk.known.get(path);
  const { stats, oid, binary } =
    known?.identity === identify(seen)
      ? { ...known, stats: seen }
      : await orFaultLater(path, () => hashFile(walk.store, () => handle.openFile(name)));
  if (walk.saveStamps && isSettled(stats, walk.started_ms)) {
    walk.stamps.set(path, { identity: identify(stats), oid, binary });
  }
  const mode = (stats.mode & 0o100n) === 0n ? MODES.file : MODES.program;
  return { kind: 'file', mode, oid, size_bytes: Number(stats.size), binary };
}

function skip(list: string[], { walked, label, path }: Found): undefined {
  walked.children.set(label, 'unseen');
  list.push(path);
}

async function pause(walk: Walk): Promise<void> {
  await turn();
  if (walk.signal?.aborted === true) throw new AssayError('interrupted', 'stopped while a workspace was read');
  walk.paused_ms = Date.now();
}

function warn(kind: string, paths: readonly string[]): string[] {
  const named = paths.slice(0, NAMED_IN_WARNING).map((path) => `${kind}: ${shorten(quotePath(path))}`);
  return paths.length > NAMED_IN_WARNING ? [...named, `${kind}: ${paths.length} paths in total`] : named;
}

const MAX_SHOWN_CHARS = 300;
const shorten = (text: string): string =>
  text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS)}… (${text.length} characters)`;

function orFault<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function orFaultLater<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

// an unreadable file must never look like a missing one
function unreadable(path: string, cause: unknown): AssayError {
  if (cause instanceof AssayError && cause.code !== 'unreadable_file') return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = cause instanceof AssayError ? message : `${code ?? message}: it is not readable, or it changed meanwhile`;
  return new AssayError('unreadable_file', `${shorten(quotePath(path))} cannot be read: ${why}`, { path, cause });
}

const tooLarge = (bound: string): AssayError =>
  new AssayError('unreadable_file', `the workspace cannot be read: it contains more than ${bound}`);
