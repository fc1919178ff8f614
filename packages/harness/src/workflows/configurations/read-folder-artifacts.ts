import { closeSync, fstatSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { type FolderHandle, formatName, MAX_DEPTH, MODES, openFolder, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { isArtifact } from '../../machine/workspace/artifacts.ts';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';
import { readDescriptor } from '../../machine/workspace/read-workspace-file.ts';
import { type ArtifactBounds, createArtifactBounds } from './artifact-bounds.ts';

interface Walk {
  readonly files: Map<string, ArtifactFile>;
  readonly bounds: ArtifactBounds;
  entry_count: number;
}

interface Place {
  readonly handle: FolderHandle;
  /** The path of the folder with a trailing slash; empty for the root. */
  readonly prefix: string;
  readonly depth: number;
}

const MAX_ENTRIES = 1_000_000;
const ENTRIES_PER_TURN = 2000;

// as in git, nested repositories are not part of it, and neither are packages
const NEVER_ENTERED = new Set(['.git', 'node_modules']);
const GIT = Buffer.from('.git');

/** The agent configuration files of a folder, by path. Follows no link. */
export async function readFolderArtifacts(folder: string): Promise<Map<string, ArtifactFile>> {
  const walk: Walk = { files: new Map(), bounds: createArtifactBounds(), entry_count: 0 };
  using handle = orFault(folder, () => openFolder(folder));
  await walkFolder(walk, { handle, prefix: '', depth: 0 });
  return walk.files;
}

async function walkFolder(walk: Walk, { handle, prefix, depth }: Place): Promise<void> {
  const names = orFault(prefix, () => handle.list());
  if (depth > 0 && !isArtifact(prefix.slice(0, -1)) && names.some((name) => name.equals(GIT))) return;
  for (const name of names) {
    if (++walk.entry_count % ENTRIES_PER_TURN === 0) await turn();
    if (walk.entry_count > MAX_ENTRIES) throw unreadable(prefix, `it contains more than ${MAX_ENTRIES} files`);
    const path = prefix + formatName(name);
    const kind = orFault(path, () => handle.stat(name));
    if (!kind.isDirectory()) {
      const file = isArtifact(path) ? orFault(path, () => readArtifact(walk, { handle, name, path })) : undefined;
      if (file !== undefined) walk.files.set(path, file);
    } else if (!NEVER_ENTERED.has(path.slice(prefix.length))) {
      if (depth >= MAX_DEPTH) throw unreadable(path, `it is nested deeper than ${MAX_DEPTH} folders`);
      using inner = orFault(path, () => handle.openFolder(name));
      await walkFolder(walk, { handle: inner, prefix: `${path}/`, depth: depth + 1 });
    }
  }
}

interface Found {
  readonly handle: FolderHandle;
  readonly name: Buffer;
  readonly path: string;
}

function readArtifact({ bounds }: Walk, { handle, name, path }: Found): ArtifactFile {
  if (handle.stat(name).isSymbolicLink()) {
    const content = handle.readLink(name);
    bounds.add(path, content.length);
    return { mode: MODES.link, content };
  }
  const descriptor = handle.openFile(name);
  try {
    // of the open file, because the path may have changed
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw unreadable(path, 'it is neither a file nor a link');
    bounds.add(path, stats.size);
    const content = readDescriptor(descriptor, stats.size);
    return { mode: (stats.mode & 0o100) === 0 ? MODES.file : MODES.program, content };
  } finally {
    closeSync(descriptor);
  }
}

function orFault<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    throw unreadable(path, code ?? message);
  }
}

const unreadable = (path: string, why: string): AssayError =>
  new AssayError('unreadable_file', `${quotePath(path)} cannot be read: ${why}`);
