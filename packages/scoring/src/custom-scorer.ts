import type { CustomEvidenceKey, CustomOutcome, CustomScorerInfo, Evidence, TranscriptEntry } from '@assay/schema';
import type { z } from 'zod';

/** What a scorer from the configuration can read. */
interface CustomEvidence extends Omit<Evidence, 'custom_scores'> {
  /** The transcript. */
  readonly entries: readonly TranscriptEntry[];
  /** Both sides of every changed text file; null for a side that is missing, binary or too large. */
  readonly files: Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>;
}

/**
 * The default export of a scorer file, for authors:
 * `export default { … } satisfies CustomScorer<'files'>`. The import of a type is removed when the file runs.
 */
export interface CustomScorer<K extends CustomEvidenceKey = never>
  extends Omit<z.input<typeof CustomScorerInfo>, 'requires' | 'score'> {
  readonly requires: readonly K[];
  score(
    evidence: { readonly [P in K]: NonNullable<CustomEvidence[P]> },
    config: Readonly<Record<string, unknown>>,
  ): z.input<typeof CustomOutcome> | Promise<z.input<typeof CustomOutcome>>;
}
