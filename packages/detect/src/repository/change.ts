import type { ChangedPath, Evidence } from '@assay/schema';
import type { ChangedFile } from '../inventory/inventory.ts';

/** Two sides of a change, compared. Holds a scratch folder until it is disposed of. */
export interface Change extends AsyncDisposable {
  /** The sides, as a person would call them. */
  readonly base: string;
  readonly head: string;
  readonly baseline_tree: string;
  readonly final_tree: string;
  readonly changed_paths: readonly ChangedPath[];
  readonly ignored_changes: Evidence['ignored_changes'];
  /** What is in changed text files; a side that is binary, too large or not there is null. */
  readonly files: ReadonlyMap<string, ChangedFile>;
  /** Changed files that were too large to be read. */
  readonly unread: readonly string[];
  readonly warnings: readonly string[];
  /** The folder that paths start from; null in a repository without one. */
  readonly root: string | null;
  /** The state of these paths on both sides; one that ends in `/` is everything below it. */
  watch(paths: readonly string[]): Promise<Evidence['watched_paths']>;
  /** Text files that are the same on both sides, as far as they are chosen and not too large. */
  readUnchanged(choose: (paths: readonly string[]) => readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** A file as those who keep the base have it, which the author of the change has no say in; null without one. */
  readBase(path: string): Promise<Buffer | null>;
}

/** More changed files than this are a fault: nobody reviews them, and reading them has no bound. */
export const MAX_CHANGED_FILES = 100_000;

/** Larger files are named and not read. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** What of a change is held in memory at most; more is a fault. */
export const MAX_CHANGE_BYTES = 768 * 1024 * 1024;
