import type { WorkspaceSeed } from '@assay/schema';

/** What to fill a workspace from, and how. */
export interface SeedOptions {
  readonly seed: WorkspaceSeed;
  /** Whether the history of the seed comes along; without it, no `.git` does. */
  readonly history: 'fresh' | 'keep';
  /** Where relative paths of the seed start. */
  readonly base: string;
  /** A folder that is empty or not there. */
  readonly target: string;
  /** Of the operator's environment, what reaching a git server can need: `PATH`, proxies, the agent of ssh. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}
