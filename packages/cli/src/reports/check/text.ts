import type { CheckReport, Finding, ScorerResult } from '@assay/schema';
import { drawTable, formatNoun, onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';
import { weigh } from './report.ts';

const MAX_WARNINGS = 20;
// per scorer; the other formats list all
const MAX_FINDINGS = 20;

/** A check as text: verdicts, then findings by scorer. One line if there are none. */
export function drawCheck(report: CheckReport, style: Style): string {
  const told = report.results.filter(isTold);
  const quiet = report.results.every(({ verdict }) => verdict === 'PASS' || verdict === 'N/A');
  const heading = style.dim(
    `${onOneLine(report.base)} → ${onOneLine(report.head)}, ${formatNoun(report.changed_files, 'changed file')}`,
  );
  if (quiet && told.length === 0 && report.warnings.length === 0)
    return `${style.good(report.overall)}  no findings from ${formatNoun(report.results.length, 'scorer')}  ${heading}\n`;
  return [
    heading,
    '',
    ...drawVerdicts(report.results, style),
    ...told.flatMap((result) => ['', ...drawResult(result, style)]),
    ...drawWarnings(report.warnings, style),
    '',
    `${tone(report.overall, style)(report.overall)}${report.mean_score === null ? '' : `, mean score ${report.mean_score.toFixed(2)} over ${report.scored}`}`,
    '',
  ].join('\n');
}

const isTold = ({ findings, findings_allowed = [] }: ScorerResult): boolean =>
  findings.length > 0 || findings_allowed.length > 0;

function drawVerdicts(results: readonly ScorerResult[], style: Style): string[] {
  const rows = results.map(({ name, verdict, required, reason }) => [
    verdict,
    required ? 'required' : 'advisory',
    onOneLine(name),
    onOneLine(reason),
  ]);
  const [heading = '', ...lines] = drawTable(['verdict', 'level', 'scorer', 'reason'], rows);
  return [style.bold(heading), ...lines.map((line, i) => toneOf(results[i] as ScorerResult, style)(line))];
}

function drawResult(result: ScorerResult, style: Style): string[] {
  const { name, findings, findings_omitted, findings_allowed = [] } = result;
  const more = Math.max(0, findings.length - MAX_FINDINGS) + findings_omitted;
  return [
    style.bold(onOneLine(name)),
    ...findings.slice(0, MAX_FINDINGS).flatMap((finding) => {
      const mark = { error: style.bad('✗'), warning: style.warn('!'), note: style.dim('·') }[weigh(result, finding)];
      return [
        `  ${mark} ${place(finding)}${onOneLine(finding.message)}`,
        ...(finding.before === undefined ? [] : [`      ${style.dim('before')}  ${onOneLine(finding.before)}`]),
        ...(finding.after === undefined ? [] : [`      ${style.dim('after')}   ${onOneLine(finding.after)}`]),
      ];
    }),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...findings_allowed
      .slice(0, MAX_FINDINGS)
      .map(
        (finding) =>
          `  ${style.good('✓')} ${place(finding)}${onOneLine(finding.message)} ${style.dim(`(allowed: ${onOneLine(finding.reason)})`)}`,
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
