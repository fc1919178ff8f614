import type { CheckReport, Finding, ScorerResult } from '@assay/schema';

/** One way of telling what a check found. */
export type CheckFormat = (report: CheckReport, context: { readonly version: string }) => string;

/** How much a finding matters: it fails the change, should be looked at, or may be. */
export type Weight = 'error' | 'warning' | 'note';

/** How much the findings of a result matter; one of them may matter less. */
export function weigh({ verdict, required }: ScorerResult, { severity }: Pick<Finding, 'severity'> = {}): Weight {
  if (verdict === 'ERROR') return required ? 'error' : 'warning';
  if (verdict !== 'FAIL' || severity === 'review') return 'note';
  return required ? 'error' : 'warning';
}

/** What a result has to say place by place; one that fails without a place says its reason. */
export function listRemarks(result: ScorerResult): readonly (Omit<Finding, 'path'> & { readonly path?: string })[] {
  if (result.findings.length > 0) return result.findings;
  return result.verdict === 'FAIL' || result.verdict === 'ERROR' ? [{ message: result.reason }] : [];
}

/** A finding in a sentence, with what was there before and is after where that is known. */
export function explain({ message, before, after }: Pick<Finding, 'message' | 'before' | 'after'>): string {
  const sides = [before === undefined ? [] : [`before: ${before}`], after === undefined ? [] : [`after: ${after}`]];
  return [message, ...sides.flat()].join('; ');
}
