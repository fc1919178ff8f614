import type { WorkTreeStamp } from '../repository/write-work-tree.ts';

/** A work tree as it was when a session began. */
export interface Baseline {
  /** The root of the work tree. */
  readonly root: string;
  /** Its git tree, with uncommitted and untracked files that are not ignored. */
  readonly tree: string;
  /** The object folder with what the repository does not have; null if it has everything. */
  readonly objects: string | null;
  /** Stamps of files by raw path, so that unchanged files are not read again. */
  readonly stamps: ReadonlyMap<string, WorkTreeStamp>;
}
