import type { ConfigurationRef } from '@assay/schema';

/** A file that steers agents. */
export interface ArtifactFile {
  /** The git mode: 100644, 100755, or 120000 for a link, whose content is its target. */
  readonly mode: '100644' | '100755' | '120000';
  readonly content: Buffer;
}

/** A configuration to apply to a workspace before the agent starts. */
export interface ConfigurationOverlay {
  readonly ref: ConfigurationRef;
  readonly files: ReadonlyMap<string, ArtifactFile>;
  /** Paths to remove: the other configuration has them and this one does not. */
  readonly absent: readonly string[];
}
