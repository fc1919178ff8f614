import type { ScoringChoice } from '@assay/scoring';
import { findConfig } from './documents/find-files.ts';

/** Versions of formulas and weights that the configuration of a folder asks for; none where it asks for none. */
export async function readScoring(folder: string): Promise<ScoringChoice> {
  const found = await findConfig(folder);
  const [file] = found?.files ?? [];
  if (file === undefined || found === undefined || found.kind === 'skillci') return {};
  // most folders have none, and need nothing of this
  const { readScoringOf } = await import('./read-scoring-of.ts');
  return await readScoringOf({ file, kind: found.kind, folder });
}
