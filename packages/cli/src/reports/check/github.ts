import type { CheckReport, FindingGrade } from '@assay/schema';
import { findingGrade } from '@assay/scoring';
import { onOneLine } from '../../terminal/format.ts';
import { type CheckFormat, explain, formatGrades, listRemarks } from './report.ts';

const COMMANDS: Readonly<Record<FindingGrade, string>> = { blocks: 'error', review: 'warning', note: 'notice' };

/** GitHub workflow commands: each finding becomes an annotation at its line. */
export const formatGithub: CheckFormat = (report) => {
  const annotations = report.results.flatMap((result) =>
    listRemarks(result).map((remark) => {
      const grade = findingGrade(result, remark);
      const place = [
        ...(remark.path === undefined ? [] : [`file=${escapeProperty(remark.path)}`]),
        ...(remark.line === undefined ? [] : [`line=${remark.line}`]),
        `title=${escapeProperty(`assay ${grade}: ${result.name}`)}`,
      ];
      return `::${COMMANDS[grade]} ${place.join(',')}::${escapeData(explain(remark))}`;
    }),
  );
  return [...annotations, summarize(report), ''].join('\n');
};

const summarize = ({ overall, results, changed_files, grades }: CheckReport): string =>
  `assay check: ${overall}, ${formatGrades(grades)}, ${results.length} scorers on ${changed_files} changed files`;

// untrusted text must not start a workflow command
const escapeData = (text: string): string => onOneLine(text).replaceAll('%', '%25');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
