import type { ObjectStore, Snapshot } from '@assay/detect';
import type { Evidence, FileState } from '@assay/schema';
import { listParents } from './list-parents.ts';
import { restorePaths } from './restore-paths.ts';

type Files = ReadonlyMap<string, FileState>;

/** Files with hidden ones laid over them. A file in place of a folder is replaced, and so is a folder in place of a file. */
export function layOver(files: Files, hidden: Files): Map<string, FileState> {
  const isCovered = (path: string): boolean =>
    listParents(path).some((parent) => (hidden.get(parent)?.kind ?? 'folder') !== 'folder');
  return new Map([...[...files].filter(([path]) => !isCovered(path)), ...hidden]);
}

interface Sides {
  readonly baseline: Files;
  readonly final: Files;
  readonly hidden: Files;
}

/** What an agent added or changed and hidden files replace. */
export function findDisplaced({ baseline, final, hidden }: Sides): NonNullable<Evidence['hidden']>['displaced'] {
  const graded = layOver(final, hidden);
  return [...final].flatMap(([path, state]) => {
    const isFolder = state.kind === 'folder' && (graded.get(path) ?? state).kind === 'folder';
    const is_own = !isSame(baseline.get(path), state);
    return isFolder || !is_own || isSame(graded.get(path), state) ? [] : [{ path, state }];
  });
}

interface WriteOptions {
  readonly store: ObjectStore;
  /** With the hidden files laid over it. */
  readonly baseline: Snapshot;
  readonly hidden: Files;
}

/** Writes hidden files into a workspace in which nothing runs, in place of whatever is there. */
export const writeHidden = (folder: string, { store, baseline, hidden }: WriteOptions): Promise<void> =>
  restorePaths(
    [...hidden].flatMap(([path, { kind }]) => (kind === 'folder' ? [] : [path])),
    { folder, store, baseline },
  );

const isSame = (one: FileState | undefined, other: FileState): boolean =>
  one?.kind === other.kind && one.oid === other.oid && one.mode === other.mode;
