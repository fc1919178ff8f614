import type { Finding, RubricCheck, ShownEvidence } from '@assay/schema';
import type { EvidenceRefs } from './evidence-refs.ts';
import type { FactRow } from './fact-rows.ts';

/** What is known of a run without a judge, and what is needed to read a judge's answer. Derived from the evidence. */
export interface RunFacts {
  /** Such as `run@1`. */
  readonly criteria: string;
  readonly rows: readonly FactRow[];
  readonly rubric: readonly (RubricCheck & { readonly id: string })[];
  readonly refs: EvidenceRefs;
  /** Number of turns; the first is 1. */
  readonly turns: number;
  readonly shown: ShownEvidence;
  /** Texts in the evidence that address the judge. */
  readonly findings: readonly Finding[];
}
