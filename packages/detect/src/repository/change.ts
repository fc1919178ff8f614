import type { ChangedPath, Evidence } from '@assay/schema';
import type { ChangedFile } from '../inventory/inventory.ts';

/** Both sides of a change. Uses a scratch folder until it is disposed. */
export interface Change extends AsyncDisposable {
  /** Display names of the sides. */
  readonly base: string;
  readonly head: string;
  readonly baseline_tree: string;
  readonly final_tree: string;
  /** The repository that has both trees. */
  readonly git_dir: string;
  readonly changed_paths: readonly ChangedPath[];
  readonly ignored_changes: Evidence['ignored_changes'];
  /** The content of changed text files and source; null for a side that is binary, too large or missing. */
  readonly files: ReadonlyMap<string, ChangedFile>;
  /** Changed files that were too large to read. */
  readonly unread: readonly string[];
  readonly warnings: readonly string[];
  /** The folder that paths are relative to; null in a bare repository. */
  readonly root: string | null;
  /** The state of these paths on both sides; a trailing `/` means everything below it. */
  watch(paths: readonly string[]): Promise<Evidence['watched_paths']>;
  /** The chosen text files that are equal on both sides and not too large. */
  readUnchanged(choose: (paths: readonly string[]) => readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** The files that exist of these, from the newest base, which the change cannot influence. */
  readBase(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

/** More changed files than this are an error. */
export const MAX_CHANGED_FILES = 100_000;

/** Larger files are listed but not read. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** Memory limit for the content of a change; more is an error. */
export const MAX_CHANGE_BYTES = 768 * 1024 * 1024;
