import type { ScorerResult } from '@assay/schema';
import { findingGrade } from '@assay/scoring';
import { formatSuite, type TestOutcome } from '../junit-suite.ts';
import { type CheckFormat, explain } from './report.ts';

/** JUnit XML: one test case per scorer. Advisory scorers never fail. */
export const formatJunit: CheckFormat = ({ base, head, results, warnings }) =>
  formatSuite({
    program: 'assay check',
    name: `${base} to ${head}`,
    cases: results.map((result) => ({
      name: result.name,
      classname: `assay.${result.type}`,
      type: result.type,
      duration_ms: result.duration_ms,
      outcome: outcomeOf(result),
      message: `${result.required ? '' : 'advisory '}${result.verdict}: ${result.reason}`,
      details: listFindings(result),
    })),
    warnings,
  });

function outcomeOf({ verdict, required }: ScorerResult): TestOutcome {
  switch (verdict) {
    case 'PASS':
      return 'passed';
    case 'FAIL':
      return required ? 'failure' : 'skipped';
    case 'N/A':
      return 'skipped';
    case 'ERROR':
      return required ? 'error' : 'skipped';
  }
}

const listFindings = (result: ScorerResult): string[] => [
  ...result.findings.map((finding) => {
    const line = finding.line === undefined ? '' : `:${finding.line}`;
    return `${findingGrade(result, finding)}: ${finding.path}${line} ${explain(finding)}`;
  }),
  ...(result.findings_omitted > 0 ? [`and ${result.findings_omitted} more`] : []),
];
