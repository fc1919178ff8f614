import type { Finding, RubricCheck, ShownEvidence } from '@assay/schema';
import type { EvidenceRefs } from './evidence-refs.ts';
import type { FactRow } from './fact-rows.ts';

/** What is known of a run without a judge, and what is needed to read what one says. A function of the evidence. */
export interface RunFacts {
  /** As `run@1`. */
  readonly criteria: string;
  readonly rows: readonly FactRow[];
  readonly rubric: readonly (RubricCheck & { readonly id: string })[];
  readonly refs: EvidenceRefs;
  /** How many turns there are; the first is 1. */
  readonly turns: number;
  readonly shown: ShownEvidence;
  /** Words in the evidence that are meant for the judge. */
  readonly findings: readonly Finding[];
}
