import type { IntegrityFinding, Proof, RunResult, Trial } from '@assay/schema';
import { formatDuration, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';
import { drawJudgment } from './judgment.ts';
import { judgeTotals, judgmentProblems, verdictCell } from './judgment-summary.ts';
import { advisoryRemarks, drawRunBrief, drawRunDetails } from './run-details.ts';

/** Table columns. The result comes first because it qualifies every number. */
export const RUN_COLUMNS = [
  'result',
  'scenario',
  'agent',
  'run',
  'scorers',
  'mean',
  'card',
  'axis',
  'cost',
  'time',
  'proven',
];

export const isPassed = ({ result }: Pick<RunResult, 'result'>): boolean => result === 'passed';

/** Whether a run has no answer: something other than the agent failed, or nothing was checked. */
export const isUnanswered = ({ result }: Pick<RunResult, 'result'>): boolean =>
  result === 'error' || result === 'unchecked';

/** 3 if a run has no answer, otherwise 0 if every run passed, otherwise 1. */
export function runsExitCode(results: readonly Pick<RunResult, 'result'>[]): number {
  if (results.some(isUnanswered)) return 3;
  return results.every(isPassed) ? 0 : 1;
}

/** Runs as text: one row each, reasons below, and totals. */
export function drawRuns(results: readonly RunResult[], style: Style): string {
  // no judge column if no judge was asked
  const asked = results.some(({ judgment }) => judgment !== null);
  const cells = results.map((result) => [
    ...runCells(result),
    ...(asked ? [verdictCell(result.judgment, result.not_scored)] : []),
  ]);
  const [heading = '', ...rows] = drawTable([...RUN_COLUMNS, ...(asked ? ['judge'] : [])], cells);
  const reasons = results.flatMap((result) => explain(result, { style, alone: results.length === 1 }));
  return [
    style.bold(heading),
    ...rows.map((text, i) => drawRow(text, results[i] as RunResult, style)),
    ...(reasons.length > 0 ? ['', ...reasons] : []),
    ...(results.length === 1 ? results.flatMap((result) => drawRunDetails(result, style)) : []),
    ...drawOnlyJudgment(results, style),
    '',
    formatTotals(results),
    style.dim(`Runs are stored as folders, such as ${onOneLine(results.at(-1)?.folder ?? '')}`),
    '',
  ].join('\n');
}

// only the result has color: a green score would draw the eye away from a failed run
function drawRow(text: string, result: RunResult, style: Style): string {
  const { length } = formatResult(result);
  return `${resultTone(result, style)(text.slice(0, length))}${text.slice(length)}`;
}

/** The result, with the number of findings to review. */
export const formatResult = ({ result, review }: Pick<RunResult, 'result' | 'review'>): string =>
  review > 0 ? `${result}, ${review} to review` : result;

/** The color of a result, the same everywhere. */
export function resultTone(
  { result, review }: Pick<RunResult, 'result' | 'review'>,
  style: Style,
): (text: string) => string {
  switch (result) {
    case 'passed':
      return review > 0 ? style.warn : style.good;
    case 'failed':
    case 'tampered':
      return style.bad;
    case 'unchecked':
      return style.warn;
    case 'error':
      return style.dim;
  }
}

function drawOnlyJudgment([result, ...others]: readonly RunResult[], style: Style): string[] {
  if (result === undefined || others.length > 0) return [];
  const { judgment, interactions_judged: judged } = result;
  return [
    ...(judgment === null ? [] : ['', drawJudgment(judgment, style)]),
    ...(judged === null || (judgment === null && judged.reason === null)
      ? []
      : [style.dim(`  ${onOneLine(describeJudged(judged))}`)]),
  ];
}

const describeJudged = ({ judge, judged, of, reason }: NonNullable<RunResult['interactions_judged']>): string =>
  `interactions: judged ${judged} of ${of} by ${judge}${reason === null ? '' : `; the others: ${reason}`}`;

/** The cells of a run for `RUN_COLUMNS`. */
export function runCells(result: RunResult): string[] {
  const { scenario, agent, repeat, overall, mean_score, scorecard, axis, cost_usd, wall_ms, proven } = result;
  return [
    formatResult(result),
    onOneLine(scenario),
    onOneLine(agent),
    String(repeat),
    overall,
    mean_score === null ? '–' : mean_score.toFixed(2),
    scorecard === null ? 'Unranked' : `${scorecard.score} ${scorecard.tier}`,
    axis === null || axis.score === null ? '–' : `${axis.score}${axis.partial ? '*' : ''}`,
    cost_usd === null ? '–' : `$${cost_usd.toFixed(4)}`,
    formatDuration(wall_ms),
    proven ? 'yes' : 'no',
  ];
}

function explain(result: RunResult, { style, alone }: { style: Style; alone: boolean }): string[] {
  // a single run shows its whole judgment and details instead
  const reasons = [
    ...resultReasons(result),
    ...(alone ? [] : [...judgmentProblems(result.judgment), ...advisoryRemarks(result)]),
  ];
  const brief = alone ? [] : drawRunBrief(result, style);
  const lines = [...reasons.map(onOneLine), ...brief].map((line) => `  ${line}`);
  return lines.length === 0 ? [] : [style.bold(onOneLine(runDisplayName(result))), ...lines];
}

/** Display name of a run. */
export const runDisplayName = ({ scenario, agent, repeat }: RunResult): string => `${scenario} · ${agent} · ${repeat}`;

/** Reasons for a result: the deciding one, other failed checks, then integrity findings. */
export const resultReasons = (result: RunResult): string[] => [
  ...(isPassed(result) ? [] : [`${result.result}: ${result.result_reason.message}`]),
  ...(result.result === 'error' ? [] : result.results)
    .filter(({ verdict, required }) => verdict === 'ERROR' || (verdict === 'FAIL' && required))
    .filter(({ name, findings }) => name !== result.result_reason.check || findings.length > 1)
    .map(({ name: scorer, verdict, reason }) => `${verdict} ${scorer}: ${reason}`),
  ...(result.review > 0 ? result.integrity.findings.map(sayFinding) : []),
  ...result.integrity.allowed.map((finding) => `allowed (${finding.reason}): ${sayPlace(finding)}: ${finding.message}`),
];

const sayFinding = (finding: IntegrityFinding): string => `to review: ${sayPlace(finding)}: ${finding.message}`;

const sayPlace = ({ path, line }: Pick<IntegrityFinding, 'path' | 'line'>): string =>
  line === undefined ? path : `${path}:${line}`;

const listSides = (errors: readonly RunResult[]): string =>
  [...new Set(errors.map(({ failure }) => failure?.side ?? 'checks'))].toSorted().join(', ');

/** Number of passed runs, and of all other outcomes. */
export function formatTotals(results: readonly RunResult[]): string {
  const count = (wanted: RunResult['result']): number => results.filter(({ result }) => result === wanted).length;
  const errors = results.filter(({ result }) => result === 'error');
  const review = results.filter((result) => result.review > 0).length;
  const unproven = new Set(results.filter(({ proven }) => !proven).map(({ scenario }) => scenario)).size;
  const judged = judgeTotals(results.map(({ judgment }) => judgment));
  return [
    `${count('passed')} of ${results.length} runs passed`,
    ...(['failed', 'tampered', 'unchecked'] as const).flatMap((word) =>
      count(word) > 0 ? [`${count(word)} ${word}`] : [],
    ),
    ...(errors.length > 0
      ? [`${errors.length} ${errors.length === 1 ? 'error' : 'errors'} (${listSides(errors)})`]
      : []),
    ...(review > 0 ? [`${review} with integrity findings to review`] : []),
    ...(judged === null ? [] : [judged]),
    ...(unproven > 0 ? [`${unproven} ${unproven === 1 ? 'scenario' : 'scenarios'} unproven`] : []),
  ].join('; ');
}

/** The proof of each scenario with its trials. */
export function drawProofs(proofs: ReadonlyMap<string, Proof>, style: Style): string {
  return [...proofs.entries()]
    .map(([scenario, proof]) =>
      [
        `${style.bold(onOneLine(scenario))}  ${sayProof(proof, style)}`,
        ...proof.trials.filter(({ idle }) => idle !== true).map((trial) => drawTrial(trial, style)),
        ...drawIdle(proof, style),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}

function drawTrial({ agent, holds, remark, stopped_by = [] }: Trial, style: Style): string {
  const defenses = holds && stopped_by.length > 0 ? ` (stopped by ${stopped_by.join(', ')})` : '';
  const mark = holds ? style.good('✓') : style.bad('✗');
  return `  ${mark} ${onOneLine(agent.padEnd(29))} ${style.dim(onOneLine(`${remark}${defenses}`))}`;
}

function drawIdle({ trials }: Proof, style: Style): string[] {
  const idle = trials.filter((trial) => trial.idle === true).map(({ agent }) => agent.replace(/^cheat:/, ''));
  return idle.length === 0 ? [] : [style.dim(`  · nothing to act on: ${onOneLine(idle.join(', '))}`)];
}

function sayProof({ proven, tried, reason }: Proof, style: Style): string {
  if (proven) return style.good('proven');
  const why = onOneLine(reason ?? '');
  return tried ? style.bad(`unproven: ${why}`) : style.warn(`not proven yet: ${why}. Run \`assay run --prove\` again.`);
}
