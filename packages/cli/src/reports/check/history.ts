import type { CheckedCommit } from '@assay/detect';
import type { FindingGrade } from '@assay/schema';
import { onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';

const GRADES: readonly FindingGrade[] = ['blocks', 'review', 'note'];
const MAX_FINDINGS = 10;

/** The most serious grade of a commit; null without findings. */
export const commitGrade = ({ report }: CheckedCommit): FindingGrade | null =>
  GRADES.find((grade) => report.grades[grade] > 0) ?? null;

/** One commit with findings to block or review, for triage; empty for the others. */
export function drawCommit(checked: CheckedCommit, style: Style): string {
  const grade = commitGrade(checked);
  if (grade === null || grade === 'note') return '';
  const { commit, subject, link, report } = checked;
  const findings = report.results.flatMap((result) => result.findings).filter((finding) => finding.grade === grade);
  const lines = findings
    .slice(0, MAX_FINDINGS)
    .map(
      ({ path, line, message }) =>
        `    ${onOneLine(path)}${line === undefined ? '' : `:${line}`}  ${onOneLine(message)}`,
    );
  const more = findings.length > MAX_FINDINGS ? [`    and ${findings.length - MAX_FINDINGS} more`] : [];
  const tone = grade === 'blocks' ? style.bad : style.warn;
  return [`${tone(grade.padEnd(6))}  ${link ?? commit}  ${onOneLine(subject)}`, ...lines, ...more, ''].join('\n');
}

/** How many commits have which grade. */
export function drawTotals(grades: readonly (FindingGrade | null)[]): string {
  const count = (grade: FindingGrade | null): number => grades.filter((one) => one === grade).length;
  const counts = GRADES.map((grade) => `${count(grade)} ${grade}`).join(', ');
  return `${grades.length} commits: ${counts}, ${count(null)} without findings\n`;
}
