import type { FactCheck, Judgment } from '@assay/schema';
import { wrap } from '../terminal/fit.ts';
import { formatDuration, formatNoun, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { isContradicted } from './judgment-summary.ts';

type Judged = Extract<Judgment, { status: 'judged' }>;

const WIDTH = 100;
const REASONING_LINES = 6;
const ROWS = 12;

/** A judgment as text: verdict, ratings, reasoning, failed fact checks, warnings and provenance. */
export function drawJudgment(judgment: Judgment, style: Style, width = WIDTH): string {
  return [
    drawVerdict(judgment, style),
    ...(judgment.status === 'judged' ? drawOpinion(judgment, style, width) : []),
    ...drawChecks(judgment, style),
    ...warningsOf(judgment).map((warning) => `  ${style.warn(`! ${onOneLine(warning)}`)}`),
    `  ${style.dim(onOneLine(provenanceOf(judgment)))}`,
  ].join('\n');
}

function drawVerdict(judgment: Judgment, style: Style): string {
  if (judgment.status === 'unparseable')
    return `${style.bold('No judge verdict')} ${style.warn(`UNPARSEABLE (${judgment.reason})`)}: ${onOneLine(judgment.detail)}`;
  const { verdict, standing, task_completion, instruction_adherence, efficiency } = judgment;
  const tone = verdict === 'PASS' ? style.good : style.bad;
  const word = standing === 'probation' ? style.warn(`${verdict} (on probation: not gating)`) : tone(verdict);
  return `${style.bold('Judge')} ${word}: task completion ${task_completion}, instruction adherence ${instruction_adherence}, efficiency ${efficiency} of 5`;
}

function drawOpinion(judgment: Judged, style: Style, width: number): string[] {
  const lines = wrap(onOneLine(judgment.reasoning), width - 2);
  const shown = lines.slice(0, REASONING_LINES).map((line) => `  ${line}`);
  return [
    ...drawModes(judgment, style),
    ...shown,
    ...(lines.length > REASONING_LINES ? [style.dim(`  … ${lines.length - REASONING_LINES} more lines`)] : []),
    ...judgment.rubric.map(
      ({ check, grade, weight, reason }) =>
        `  ${`${grade}/10`.padStart(6)}  ${onOneLine(check)}${weight == null ? '' : style.dim(` (weight ${weight})`)}: ${onOneLine(reason)}`,
    ),
  ];
}

function drawModes(
  { failure_mode, failure_mode_raw, secondary_failure_modes, fault_side }: Judged,
  style: Style,
): string[] {
  if (failure_mode === null) return [];
  const parts = [
    ...(failure_mode_raw === null ? [] : [`described as: ${failure_mode_raw}`]),
    ...(secondary_failure_modes.length === 0 ? [] : [`also ${secondary_failure_modes.join(', ')}`]),
    ...(fault_side === null ? [] : [`fault side: ${fault_side}`]),
  ];
  return [`  ${style.bad(failure_mode)} ${onOneLine(parts.join('; '))}`.trimEnd()];
}

// satisfied checks are only counted; the others are listed, those found by Assay first
function drawChecks({ fact_checks }: Judgment, style: Style): string[] {
  if (fact_checks.length === 0) return [];
  const count = (status: FactCheck['status']) => fact_checks.filter((check) => check.status === status).length;
  const listed = fact_checks
    .filter(({ status }) => status === 'violated' || status === 'unsupported')
    .toSorted((a, b) => urgency(a) - urgency(b));
  const rest = listed.length - ROWS;
  return [
    `  fact checks: ${count('satisfied')} satisfied, ${count('violated')} violated, ${count('unsupported')} unsupported, ${count('not_applicable')} not applicable`,
    ...listed.slice(0, ROWS).map((check) => drawCheck(check, style)),
    ...(rest > 0 ? [style.dim(`    and ${rest} more`)] : []),
  ];
}

const urgency = (check: FactCheck): number => {
  if (isContradicted(check)) return 0;
  return check.status === 'violated' ? 1 : 2;
};

function drawCheck(check: FactCheck, style: Style): string {
  const { id, source, statement, status, by, turn_violated, evidence } = check;
  const tone = status === 'violated' ? style.bad : style.warn;
  const basis = [
    by === 'deterministic' ? 'checked by Assay' : 'by the judge',
    ...(turn_violated === null ? [] : [`turn ${turn_violated}`]),
    ...evidence.map(({ kind, ref }) => `${kind} ${ref}`),
  ].join(', ');
  return `    ${tone(`✗ ${status}`)} ${onOneLine(`${source} ${id}: ${statement}`)} ${style.dim(`(${onOneLine(basis)})`)}`;
}

function warningsOf({ same_family, findings, shown }: Judgment): string[] {
  const missing = [
    ...(shown.diff_truncated ? ['diff truncated'] : []),
    ...(shown.files_omitted.length > 0 ? [`omitted: ${nameSome(shown.files_omitted)}`] : []),
    ...(shown.steps_omitted > 0 ? [`${shown.steps_omitted} steps omitted`] : []),
  ];
  return [
    ...(same_family ? ['judge and agent use the same model family'] : []),
    ...(missing.length > 0 ? [`the judge did not see everything: ${missing.join(', ')}`] : []),
    ...findings.map(
      ({ kind, path, line, message }) => `${kind ?? 'finding'} ${path}${line ? `:${line}` : ''}: ${message}`,
    ),
  ];
}

function nameSome(files: readonly string[]): string {
  const rest = files.length - MOST_NAMED;
  return `${files.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${formatNoun(rest, 'more file')}` : ''}`;
}

const MOST_NAMED = 3;

function provenanceOf(judgment: Judgment): string {
  const { judge, models, criteria, standing, cost_usd_micros, latency_ms, judged_at } = judgment;
  return [
    `by ${judge}`,
    models.length === 0 ? 'model unknown' : models.join(', '),
    criteria,
    answersOf(judgment),
    ...(standing === 'probation' ? [] : [standing]),
    cost_usd_micros === null ? 'cost unknown' : `$${(cost_usd_micros / 1e6).toFixed(4)}`,
    latency_ms === null ? 'time unknown' : formatDuration(latency_ms),
    judged_at ?? 'date unknown',
  ].join(' · ');
}

function answersOf(judgment: Judgment): string {
  const { answered, asked } = judgment;
  if (judgment.status === 'unparseable') return `${answered} of ${asked} answers usable`;
  const agreed = `${Math.round(judgment.agreement * answered)} of ${answered} answers`;
  return asked === answered ? agreed : `${agreed} (${asked} asked)`;
}
