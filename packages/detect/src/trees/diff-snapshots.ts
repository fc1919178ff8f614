import type { ChangedPath, Evidence, FileState } from '@assay/schema';
import { findIgnored } from './find-ignored.ts';
import type { ObjectStore } from './object-store.ts';
import { quotePath } from './path-name.ts';
import type { Snapshot } from './snapshot.ts';
import { isToolCache } from './tool-caches.ts';

const MAX_TOP_DIRS = 20;
const MAX_WARNINGS_OF_A_KIND = 100;

interface DiffOptions {
  readonly store: ObjectStore;
  /** Whether to list ignored paths; there may be many. */
  readonly list_ignored?: boolean;
}

export interface SnapshotDiff extends Pick<Evidence, 'changed_paths' | 'ignored_changes' | 'warnings'> {
  /** The changes that the ignore rules of the first snapshot ignore, and new caches of tools. */
  readonly ignored: readonly ChangedPath[];
}

/** The difference between two snapshots, without paths that the rules of the first ignore. */
export async function diffSnapshots(
  before: Snapshot,
  after: Snapshot,
  { store, list_ignored = false }: DiffOptions,
): Promise<SnapshotDiff> {
  const changed = listChanges(before.files, after.files);
  const paths = changed.map(({ path }) => path);
  const ruled = await findIgnored(paths, { baseline: before, store });
  const isIgnored = ({ path, change }: ChangedPath): boolean =>
    ruled.has(path) || (change === 'added' && isToolCache(path));
  const { kept = [], ignored = [] } = Object.groupBy(changed, (one) => (isIgnored(one) ? 'ignored' : 'kept'));
  return {
    changed_paths: kept,
    ignored,
    ignored_changes: {
      count: ignored.length,
      top_dirs: listTopFolders(ignored.map(({ path }) => path)),
      ...(list_ignored && { changes: ignored.map(({ path, change }) => ({ path, change })) }),
    },
    warnings: [
      ...warnAll(
        'symlink_escape',
        paths.filter((path) => after.escapes.has(path)),
      ),
      ...warnAll('nested_repository', [...after.repositories].filter((path) => !before.repositories.has(path)).sort()),
      ...(before.git_metadata === after.git_metadata ? [] : ['git_metadata_changed']),
    ],
  };
}

/** Every changed path, in order. A folder is listed only if it replaced a file or was replaced by one. */
function listChanges(before: ReadonlyMap<string, FileState>, after: ReadonlyMap<string, FileState>): ChangedPath[] {
  const changes: ChangedPath[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path) ?? null, after.get(path) ?? null];
    const change = compare(old, now);
    if (change !== undefined) changes.push({ path, change, before: old, after: now });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function compare(before: FileState | null, after: FileState | null): ChangedPath['change'] | undefined {
  const folderOnly = (before ?? after)?.kind === 'folder' && (after ?? before)?.kind === 'folder';
  if (folderOnly) return undefined;
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  if (before.kind !== after.kind) return 'type';
  if (before.oid !== after.oid) return 'modified';
  return before.mode === after.mode ? undefined : 'mode';
}

/** The top-level folders of the paths, most paths first; `.` is the workspace itself. */
function listTopFolders(paths: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const slash = path.indexOf('/');
    const top = slash < 0 ? '.' : path.slice(0, slash);
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return ranked.slice(0, MAX_TOP_DIRS).map(([folder]) => folder);
}

function warnAll(kind: string, paths: readonly string[]): string[] {
  const named = paths.slice(0, MAX_WARNINGS_OF_A_KIND).map((path) => `${kind}: ${quotePath(path)}`);
  return named.length === paths.length ? named : [...named, `${kind}: ${paths.length} paths in total`];
}
