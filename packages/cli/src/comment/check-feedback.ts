import type { Annotation, Feedback } from '@assay/harness';
import type { CheckReport, FindingGrade } from '@assay/schema';
import { findingGrade } from '@assay/scoring';
import { writeRecord } from '../reports/check/record.ts';
import { explain, formatGrades, listRemarks } from '../reports/check/report.ts';
import { code, quote } from '../reports/markdown.ts';
import { onOneLine } from '../terminal/format.ts';

const LEVELS: Readonly<Record<FindingGrade, Annotation['level']>> = {
  blocks: 'failure',
  review: 'warning',
  note: 'notice',
};
const CONCLUSIONS: Readonly<Record<CheckReport['overall'], Feedback['conclusion']>> = {
  PASS: 'success',
  'N/A': 'success',
  FAIL: 'failure',
  ERROR: 'neutral',
};
const MARKS: Readonly<Record<Feedback['conclusion'], string>> = { success: '🟢', failure: '🔴', neutral: '⚪' };
const MOST_FINDINGS = 50;
const MAX_MESSAGE_CHARS = 2_000;

/** A check for its pull request: the verdict and the caught lines. */
export function describeCheck(report: CheckReport): Feedback {
  const conclusion = CONCLUSIONS[report.overall];
  const findings = report.results.flatMap((result) =>
    listRemarks(result).map((remark) => ({ ...remark, scorer: result.name, grade: findingGrade(result, remark) })),
  );
  const ordered = (['blocks', 'review', 'note'] as const).flatMap((grade) =>
    findings.filter((finding) => finding.grade === grade),
  );
  const title = `${report.overall}: ${formatGrades(report.grades)} in ${report.changed_files} changed files`;
  const lines = ordered.slice(0, MOST_FINDINGS).map(({ grade, scorer, path, line, ...finding }) => {
    const place = path === undefined ? '' : ` ${code(line === undefined ? path : `${path}:${line}`)}`;
    return `- **${grade}** ${code(scorer)}${place}: ${quote(explain(finding))}`;
  });
  const more = ordered.length - lines.length;
  return {
    name: 'check',
    conclusion,
    title,
    summary: [
      `### ${MARKS[conclusion]} check ${title}`,
      ...(lines.length === 0 ? [] : ['', ...lines]),
      ...(more > 0 ? ['', `and ${more} more`] : []),
      ...writeRecord(report.run),
    ].join('\n'),
    annotations: ordered.flatMap(({ grade, scorer, path, line, ...finding }) =>
      path === undefined || line === undefined
        ? []
        : [
            {
              ...{ path, line },
              level: LEVELS[grade],
              title: `assay ${grade}: ${scorer}`,
              message: onOneLine(explain(finding)).slice(0, MAX_MESSAGE_CHARS),
            },
          ],
    ),
  };
}
