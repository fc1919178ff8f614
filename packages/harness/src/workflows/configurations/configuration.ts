import { hash } from 'node:crypto';
import type { ConfigurationRef } from '@assay/schema';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';

/** Every agent configuration file of a commit or folder, by path. */
export interface Configuration {
  readonly ref: ConfigurationRef;
  readonly files: ReadonlyMap<string, ArtifactFile>;
}

/** Creates a configuration of these files, sorted by path, with its digest. */
export function createConfiguration(
  ref: Omit<ConfigurationRef, 'digest'>,
  files: ReadonlyMap<string, ArtifactFile>,
): Configuration {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const digest = canonicalDigest(sorted.map(([path, { mode, content }]) => [path, mode, hash('sha256', content)]));
  return { ref: { ...ref, digest }, files: new Map(sorted) };
}
