import type { CheckReport } from '@assay/schema';
import { onOneLine } from '../../terminal/format.ts';
import { type CheckFormat, explain, listRemarks, type Weight, weigh } from './report.ts';

const COMMANDS: Readonly<Record<Weight, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** GitHub workflow commands: each finding becomes an annotation at its line. */
export const formatGithub: CheckFormat = (report) => {
  const annotations = report.results.flatMap((result) =>
    listRemarks(result).map((remark) => {
      const place = [
        ...(remark.path === undefined ? [] : [`file=${escapeProperty(remark.path)}`]),
        ...(remark.line === undefined ? [] : [`line=${remark.line}`]),
        `title=${escapeProperty(`assay: ${result.name}`)}`,
      ];
      return `::${COMMANDS[weigh(result, remark)]} ${place.join(',')}::${escapeData(explain(remark))}`;
    }),
  );
  return [...annotations, summarize(report), ''].join('\n');
};

const summarize = ({ overall, results, changed_files }: CheckReport): string =>
  `assay check: ${overall}, ${results.length} scorers on ${changed_files} changed files`;

// untrusted text must not start a workflow command
const escapeData = (text: string): string => onOneLine(text).replaceAll('%', '%25');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
