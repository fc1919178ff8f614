import type { ScoringChoice } from '@assay/scoring';
import { findConfig } from './documents/find-files.ts';

/** Formula versions and weights in the configuration of a folder; empty if not set. */
export async function readScoring(folder: string): Promise<ScoringChoice> {
  const found = await findConfig(folder);
  const [file] = found?.files ?? [];
  if (file === undefined || found === undefined || found.kind === 'skillci') return {};
  // loaded only if needed
  const { readScoringFile: readScoringOf } = await import('./read-scoring-file.ts');
  return await readScoringOf({ file, kind: found.kind, folder });
}
