import type { CheckReport, Finding, ScorerResult } from '@assay/schema';

/** An output format of a check. */
export type CheckFormat = (report: CheckReport, context: { readonly version: string }) => string;

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

/** The number of findings of each grade, such as `1 blocks, 2 review, 0 note`. */
export const formatGrades = (grades: CheckReport['grades']): string =>
  Object.entries(grades)
    .map(([grade, count]) => `${count} ${grade}`)
    .join(', ');
