import type { CheckReport, Finding, FindingGrade, ScorerResult } from '@assay/schema';

/** What a finding means for a change: only a required scorer that failed blocks it. Without a finding, of the result. */
export function findingGrade(
  { verdict, required }: Pick<ScorerResult, 'verdict' | 'required'>,
  { severity = 'failure' }: Pick<Finding, 'severity'> = {},
): FindingGrade {
  if (severity !== 'failure') return severity;
  if (verdict === 'PASS' || verdict === 'N/A') return 'note';
  return required ? 'blocks' : 'review';
}

/** The results of a check with the grade of each finding, and how many there are of each. */
export function gradeFindings(results: readonly ScorerResult[]): Pick<CheckReport, 'results' | 'grades'> {
  const grades = { blocks: 0, review: 0, note: 0 };
  const graded = results.map((result) => {
    const findings = result.findings.map((finding) => ({ ...finding, grade: findingGrade(result, finding) }));
    for (const { grade } of findings) grades[grade] += 1;
    if (findings.length === 0 && (result.verdict === 'FAIL' || result.verdict === 'ERROR'))
      grades[findingGrade(result)] += 1;
    return { ...result, findings };
  });
  return { results: graded, grades };
}
