import type { WorkspaceSeed } from '@assay/schema';

/** What to fill a workspace with, and how. */
export interface SeedOptions {
  readonly seed: Exclude<WorkspaceSeed, 'image'>;
  /** Whether to keep the history of the seed; without it, no `.git` is copied. */
  readonly history: 'fresh' | 'keep';
  /** The base folder for relative paths of the seed. */
  readonly base: string;
  /** An empty or new folder. */
  readonly target: string;
  /** The operator's variables that a git server may need: `PATH`, proxies, the ssh agent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}
