import type { CheckReport, Finding, ScorerResult } from '@assay/schema';

/** An output format of a check. */
export type CheckFormat = (report: CheckReport, context: { readonly version: string }) => string;

/** Importance of a finding: fails the change, needs attention, or is for information. */
export type Weight = 'error' | 'warning' | 'note';

/** The weight of a result; a finding with severity `review` is only a note. */
export function weigh({ verdict, required }: ScorerResult, { severity }: Pick<Finding, 'severity'> = {}): Weight {
  if (verdict === 'ERROR') return required ? 'error' : 'warning';
  if (verdict !== 'FAIL' || severity === 'review') return 'note';
  return required ? 'error' : 'warning';
}

/** The findings of a result; if it failed without any, its reason. */
export function listRemarks(result: ScorerResult): readonly (Omit<Finding, 'path'> & { readonly path?: string })[] {
  if (result.findings.length > 0) return result.findings;
  return result.verdict === 'FAIL' || result.verdict === 'ERROR' ? [{ message: result.reason }] : [];
}

/** A finding in one sentence, with the text before and after if known. */
export function explain({ message, before, after }: Pick<Finding, 'message' | 'before' | 'after'>): string {
  const sides = [before === undefined ? [] : [`before: ${before}`], after === undefined ? [] : [`after: ${after}`]];
  return [message, ...sides.flat()].join('; ');
}
