import type { WorkTreeStamp } from '../repository/write-work-tree.ts';

/** The tree without files, which every git knows. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A work tree as it was when a session began. */
export interface Baseline {
  /** The root of the work tree. */
  readonly root: string;
  /** The folder that all work trees of the repository share. */
  readonly common_dir: string;
  /** Its git tree, with uncommitted and untracked files that are not ignored. */
  readonly tree: string;
  /** Its newest commit; null before the first. */
  readonly commit: string | null;
  /** Every commit that something in the repository pointed to. */
  readonly given: readonly string[];
  readonly taken_ms: number;
  /** The object folder with what the repository does not have; null if it has everything. */
  readonly objects: string | null;
  /** Stamps of files by raw path, so that unchanged files are not read again. */
  readonly stamps: ReadonlyMap<string, WorkTreeStamp>;
}
