import { z } from 'zod';
import { Digest } from '../values/units.ts';

/** A snapshot of an agent's configuration: name, source and digest. */
export const ConfigurationRef = z
  .object({
    label: z.string(),
    /** A commit, or a folder name. */
    source: z.string(),
    commit: z.string().nullable(),
    /** Digest of the paths, modes and content of the artifacts. */
    digest: Digest,
  })
  .meta({ id: 'ConfigurationRef', description: 'The configuration files of an agent, by source.' });
export type ConfigurationRef = z.infer<typeof ConfigurationRef>;

export const ArtifactChange = z
  .object({ path: z.string(), change: z.enum(['added', 'deleted', 'modified', 'mode']) })
  .meta({ id: 'ArtifactChange', description: 'A file that differs between two configurations.' });
export type ArtifactChange = z.infer<typeof ArtifactChange>;
