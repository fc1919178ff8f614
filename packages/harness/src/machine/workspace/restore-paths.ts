import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeSync,
} from 'node:fs';
import type { ObjectStore, Snapshot } from '@assay/detect';
import { MODES, quotePath } from '@assay/detect';
import { AssayError, type FileState } from '@assay/schema';
import { makeFolder } from './make-folder.ts';
import { joinBytes, removeInside, removeTree } from './remove-tree.ts';

interface RestoreOptions {
  /** No process may run in this workspace. */
  readonly folder: string;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
}

/**
 * Restores paths as in a snapshot: content, mode and kind of a file or link, the exact content of a folder,
 * or nothing if there was nothing. Removes whatever is in the way and follows no link. Fails with `unwritable_file` if
 * that is not possible in this workspace, and with `invalid_input` if it is not in any.
 */
export async function restorePaths(paths: readonly string[], options: RestoreOptions): Promise<void> {
  for (const path of paths) {
    try {
      await restorePath(path, options);
    } catch (cause) {
      if (!(cause instanceof AssayError))
        throw new AssayError('unwritable_file', describe(path, (cause as Error).message), { cause });
      // the store is out of reach of everything that ran
      throw cause.code === 'unreadable_file' ? new Error(cause.message, { cause }) : cause;
    }
  }
}

async function restorePath(path: string, { folder, store, baseline }: RestoreOptions): Promise<void> {
  const names = path.split('/');
  if (names.includes('.git')) throw cannot(path, 'a repository is not part of the baseline');
  makeFolder(folder, true);
  for (let depth = 1; depth < names.length; depth++) {
    const above = names.slice(0, depth).join('/');
    const before = baseline.files.get(above);
    if (before !== undefined && before.kind !== 'folder')
      throw cannot(path, `${quotePath(above)} was not a folder in the baseline; use the path itself`);
    // without its folder, the path cannot exist either
    if (!makeFolder(`${folder}/${above}`, before !== undefined)) return;
  }
  await removeInside(folder, path);
  for (const [each, state] of listInside(baseline.files, path)) await write(each, { state, folder, store });
  if (path.endsWith('.py')) await removeCompiled(`${folder}/${names.slice(0, -1).join('/')}`, names.at(-1) ?? '');
}

function listInside(files: Snapshot['files'], path: string): [string, FileState][] {
  const own = files.get(path);
  if (own === undefined) return [];
  return own.kind === 'folder' ? [...files].filter(([each]) => `${each}/`.startsWith(`${path}/`)) : [[path, own]];
}

// python may be configured to trust compiled files over changed sources
async function removeCompiled(folder: string, source: string): Promise<void> {
  const cache = `${folder}/__pycache__`;
  const found = look(cache);
  if (found?.isSymbolicLink() === true) rmSync(cache);
  if (found?.isDirectory() !== true) return;
  const compiled = readdirSync(cache).filter((name) => name.startsWith(source.slice(0, -2)));
  for (const name of compiled) await removeTree(`${cache}/${name}`);
}

async function write(
  path: string,
  { state, folder, store }: Pick<RestoreOptions, 'folder' | 'store'> & { state: FileState },
): Promise<void> {
  const target = joinBytes(folder, path);
  if (state.kind === 'folder') return void mkdirSync(target);
  if (state.kind === 'link') return symlinkSync(await store.read(state.oid), target);
  const descriptor = openSync(target, 'wx', 0o600);
  try {
    for await (const chunk of store.stream(state.oid))
      for (let from = 0; from < chunk.length; ) from += writeSync(descriptor, chunk, from);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(target, state.mode === MODES.program ? 0o755 : 0o644);
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const describe = (path: string, why: string): string => `${quotePath(path)} cannot be restored: ${why}`;

const cannot = (path: string, why: string): AssayError => new AssayError('invalid_input', describe(path, why));
