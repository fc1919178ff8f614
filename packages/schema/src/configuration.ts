import { z } from 'zod';
import { Digest } from './units.ts';

/** What steers an agent, as it was at one moment: a name, where it came from, and a digest of all of it. */
export const ConfigurationRef = z
  .object({
    label: z.string(),
    /** A commit, or a folder as it was called. */
    source: z.string(),
    commit: z.string().nullable(),
    /** Of the artifacts: their paths, modes and content. */
    digest: Digest,
  })
  .meta({ id: 'ConfigurationRef', description: 'The files that steered an agent, by where they came from.' });
export type ConfigurationRef = z.infer<typeof ConfigurationRef>;

export const ArtifactChange = z
  .object({ path: z.string(), change: z.enum(['added', 'deleted', 'modified', 'mode']) })
  .meta({ id: 'ArtifactChange', description: 'A file that steers agents and differs between two configurations.' });
export type ArtifactChange = z.infer<typeof ArtifactChange>;
