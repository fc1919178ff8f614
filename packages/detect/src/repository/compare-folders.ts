import { AssayError, type ChangedPath } from '@assay/schema';
import type { ChangedFile } from '../inventory/inventory.ts';
import { diffSnapshots } from '../trees/diff-snapshots.ts';
import { createObjectStore } from '../trees/object-store.ts';
import { quotePath } from '../trees/path-name.ts';
import { type Snapshot, takeSnapshot } from '../trees/snapshot.ts';
import { type Change, MAX_CHANGED_FILES } from './change.ts';
import { type Blob, readBlobs, readText, readTexts } from './read-blobs.ts';
import { openScratchRepository } from './scratch-repository.ts';

interface Folders {
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal;
}

/** Compares two folders, in any repository or none. Files that the rules of the first ignore are only counted. */
export async function compareFolders({ from, to, signal }: Folders): Promise<Change> {
  const scratch = await openScratchRepository();
  const stopped = signal === undefined ? {} : { signal };
  try {
    const store = await createObjectStore(scratch.git_dir);
    const before = await takeSnapshot(from, store, undefined, stopped);
    const after = await takeSnapshot(to, store, undefined, stopped);
    const { changed_paths, ignored_changes, warnings } = await diffSnapshots(before, after, {
      store,
      list_ignored: true,
    });
    if (changed_paths.length > MAX_CHANGED_FILES)
      throw new AssayError(
        'payload_too_large',
        `too many changed files: ${changed_paths.length}, at most ${MAX_CHANGED_FILES} are supported; check the change in parts`,
      );
    const oids = changed_paths.flatMap((change) => [change.before, change.after].flatMap((s) => fileOid(s) ?? []));
    const blobs = await readBlobs(oids, { objects: scratch.objects, ...stopped });
    const unread = changed_paths.filter(({ before: old, after: now }) =>
      [old, now].some((state) => blobs.get(fileOid(state) ?? '')?.content === null),
    );
    return {
      base: from,
      head: to,
      baseline_tree: before.tree,
      final_tree: after.tree,
      git_dir: scratch.git_dir,
      changed_paths,
      ignored_changes,
      files: listTexts(changed_paths, blobs),
      unread: unread.map(({ path }) => path),
      warnings: [...before.warnings, ...after.warnings, ...warnings, ...unread.map(nameUnread)],
      root: null,
      watch: async (paths) => watch(paths, before, after),
      readUnchanged: async (choose) => {
        const changed = new Set(changed_paths.map(({ path }) => path));
        const same = [...after.files].filter(([path, state]) => fileOid(state) !== undefined && !changed.has(path));
        const chosen = choose(same.map(([path]) => path));
        const files = chosen.map((path) => ({ path, oid: after.files.get(path)?.oid ?? '' }));
        return await readTexts(files, { objects: scratch.objects, ...stopped });
      },
      readBase: async (paths) => {
        const files = paths.flatMap((path) => {
          const state = before.files.get(path);
          return state?.kind === 'file' ? [{ path, oid: state.oid }] : [];
        });
        const read = files.map(async ({ path, oid }) => [path, await store.read(oid)] as const);
        return new Map(await Promise.all(read));
      },
      [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
    };
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}

const fileOid = (state: ChangedPath['before']): string | undefined => (state?.kind === 'file' ? state.oid : undefined);

function listTexts(changed: readonly ChangedPath[], blobs: ReadonlyMap<string, Blob>): Map<string, ChangedFile> {
  const read = (path: string, state: ChangedPath['before']) => {
    const blob = blobs.get(fileOid(state) ?? '');
    return blob === undefined ? null : readText(path, blob);
  };
  const files = changed
    .filter(({ change }) => change !== 'mode')
    .map(({ path, before, after }) => [path, { before: read(path, before), after: read(path, after) }] as const);
  return new Map(files.filter(([, { before, after }]) => before !== null || after !== null));
}

const nameUnread = ({ path, before, after }: ChangedPath): string =>
  `too_large_to_read: ${quotePath(path)}, ${Math.max(before?.size_bytes ?? 0, after?.size_bytes ?? 0)} bytes`;

// a path with a trailing slash means everything below it
function watch(watched: readonly string[], before: Snapshot, after: Snapshot): Awaited<ReturnType<Change['watch']>> {
  const known = [...new Set([...before.files.keys(), ...after.files.keys()])];
  const paths = watched.flatMap((path) => (path.endsWith('/') ? known.filter((one) => one.startsWith(path)) : [path]));
  return Object.fromEntries(
    paths.map((path) => [path, { before: before.files.get(path) ?? null, after: after.files.get(path) ?? null }]),
  );
}
