import type { ConfigurationRef } from '@assay/schema';

/** A file that steers agents. */
export interface ArtifactFile {
  /** As git writes it: 100644, 100755, or 120000 for a link, whose content is where it leads. */
  readonly mode: '100644' | '100755' | '120000';
  readonly content: Buffer;
}

/** What is put on a workspace before the agent starts. */
export interface ConfigurationOverlay {
  readonly ref: ConfigurationRef;
  readonly files: ReadonlyMap<string, ArtifactFile>;
  /** Paths that must not be there: another side has them, and this one does not. */
  readonly absent: readonly string[];
}
