import type { CheckReport, Finding, FindingGrade, ScorerResult } from '@assay/schema';
import { findingGrade } from '@assay/scoring';
import { formatNoun, onOneLine } from '../../terminal/format.ts';
import { layOutTable } from '../../terminal/lay-out-table.ts';
import type { Style } from '../../terminal/style.ts';
import { drawRecord } from './record.ts';
import { formatGrades } from './report.ts';

const MAX_WARNINGS = 20;
// the other formats list all
const MAX_FINDINGS = 10;

/**
 * A check as text: verdicts, then the most serious findings. One line if there are none. `width` measures names of scorers
 * on the screen.
 */
export function drawCheck(report: CheckReport, style: Style, width = (text: string): number => text.length): string {
  const told = listFindings(report.results);
  const allowed = report.results.flatMap(({ findings_allowed = [] }) => findings_allowed);
  const quiet = report.results.every(({ verdict }) => verdict === 'PASS' || verdict === 'N/A');
  const heading = style.dim(
    `${onOneLine(report.base)} → ${onOneLine(report.head)}, ${formatNoun(report.changed_files, 'changed file')}`,
  );
  if (quiet && told.length + allowed.length === 0 && report.warnings.length === 0 && report.run?.state !== 'ran')
    return `${style.good(report.overall)}  no findings from ${formatNoun(report.results.length, 'scorer')}  ${heading}\n`;
  return [
    heading,
    '',
    ...drawVerdicts(report.results, style, width),
    ...drawRecord(report.run, style),
    ...drawFindings(told, style),
    ...drawAllowed(allowed, style),
    ...drawWarnings(report.warnings, style),
    '',
    `${tone(report.overall, style)(report.overall)}, ${formatGrades(report.grades)}${report.mean_score === null ? '' : `, mean score ${report.mean_score.toFixed(2)} over ${report.scored}`}`,
    '',
  ].join('\n');
}

interface GradedFinding {
  readonly grade: FindingGrade;
  readonly scorer: string;
  readonly finding: Finding;
}

const GRADES: readonly FindingGrade[] = ['blocks', 'review', 'note'];

/** All findings, the most serious first. */
function listFindings(results: readonly ScorerResult[]): GradedFinding[] {
  const all = results.flatMap((result) =>
    result.findings.map((finding) => ({ grade: findingGrade(result, finding), scorer: result.name, finding })),
  );
  return GRADES.flatMap((grade) => all.filter((one) => one.grade === grade));
}

function drawVerdicts(results: readonly ScorerResult[], style: Style, width: (text: string) => number): string[] {
  const rows = results.map(({ name, verdict, required, reason }) => [
    verdict,
    required ? 'required' : 'advisory',
    onOneLine(name),
    onOneLine(reason),
  ]);
  const [heading = '', ...lines] = layOutTable([['verdict', 'level', 'scorer', 'reason'], ...rows], width);
  return [style.bold(heading), ...lines.map((line, i) => toneOf(results[i] as ScorerResult, style)(line))];
}

function drawFindings(findings: readonly GradedFinding[], style: Style): string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, MAX_FINDINGS);
  const tones = { blocks: style.bad, review: style.warn, note: style.dim };
  const lines = shown.flatMap(({ grade, scorer, finding }) => [
    `  ${tones[grade](grade.padEnd(6))}  ${place(finding)}${onOneLine(finding.message)} ${style.dim(`(${onOneLine(scorer)})`)}`,
    ...(finding.before === undefined ? [] : [`          ${style.dim('before')}  ${onOneLine(finding.before)}`]),
    ...(finding.after === undefined ? [] : [`          ${style.dim('after')}   ${onOneLine(finding.after)}`]),
  ]);
  const rest = findings.slice(MAX_FINDINGS);
  const counts = GRADES.map((grade) => `${rest.filter((one) => one.grade === grade).length} ${grade}`).join(', ');
  const more = rest.length === 0 ? [] : [`  and ${rest.length} more: ${counts}; --format json lists all`];
  return ['', style.bold('findings'), ...lines, ...more];
}

function drawAllowed(findings: readonly (Finding & { readonly reason: string })[], style: Style): string[] {
  if (findings.length === 0) return [];
  return [
    '',
    style.bold('allowed'),
    ...findings
      .slice(0, MAX_FINDINGS)
      .map(
        (finding) =>
          `  ${style.good('✓')} ${place(finding)}${onOneLine(finding.message)} ${style.dim(`(${onOneLine(finding.reason)})`)}`,
      ),
  ];
}

const place = ({ path, line }: Finding): string => `${onOneLine(path)}${line === undefined ? '' : `:${line}`}  `;

function drawWarnings(warnings: readonly string[], style: Style): string[] {
  if (warnings.length === 0) return [];
  const shown = warnings.slice(0, MAX_WARNINGS).map((warning) => `  ${style.warn('!')} ${onOneLine(warning)}`);
  const more = warnings.length > MAX_WARNINGS ? [`    and ${warnings.length - MAX_WARNINGS} more`] : [];
  return ['', style.bold('warnings'), ...shown, ...more];
}

function toneOf({ verdict, required }: ScorerResult, style: Style): (text: string) => string {
  return verdict === 'FAIL' && !required ? style.warn : tone(verdict, style);
}

function tone(verdict: CheckReport['overall'], style: Style): (text: string) => string {
  return { PASS: style.good, FAIL: style.bad, ERROR: style.bad, 'N/A': style.dim }[verdict];
}
