import type { Proof, RunResult } from '@assay/schema';
import { drawTable, formatDuration, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawJudgment } from './judgment.ts';
import { complaintsOf, judgeTotals, verdictCell } from './judgment-summary.ts';
import { advisoryRemarks, drawRunDetails } from './run-details.ts';

/** What a row of a table says of a run. */
export const RUN_COLUMNS = [
  'scenario',
  'agent',
  'run',
  'outcome',
  'scorers',
  'mean',
  'card',
  'axis',
  'cost',
  'time',
  'proven',
];

/** Whether a run completed, its required scorers are content, and no judge that may gate is not. */
export const isPassed = ({ outcome, overall, judgment }: RunResult): boolean =>
  outcome === 'COMPLETED' &&
  (overall === 'PASS' || overall === 'N/A') &&
  (judgment?.verdict !== 'FAIL' || judgment.standing === 'probation');

/** Many runs: a row each, what went wrong below, and totals. */
export function drawRuns(results: readonly RunResult[], style: Style): string {
  // a column of nothing but dashes would only take room
  const asked = results.some(({ judgment }) => judgment !== null);
  const cells = results.map((result) => [...rowOf(result), ...(asked ? [verdictCell(result.judgment)] : [])]);
  const [heading = '', ...rows] = drawTable([...RUN_COLUMNS, ...(asked ? ['judge'] : [])], cells);
  const reasons = results.flatMap((result) => explain(result, { style, alone: results.length === 1 }));
  return [
    style.bold(heading),
    ...rows.map((text, i) => tone(results[i] as RunResult, style)(text)),
    ...(reasons.length > 0 ? ['', ...reasons] : []),
    ...(results.length === 1 ? results.flatMap((result) => drawRunDetails(result, style)) : []),
    ...drawOnlyJudgment(results, style),
    '',
    sayTotals(results),
    style.dim(`Each run is kept as a folder, such as ${onOneLine(results.at(-1)?.folder ?? '')}`),
    '',
  ].join('\n');
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

/** The cells of a run under its columns. */
export function rowOf(result: RunResult): string[] {
  const { scenario, agent, repeat, outcome, overall, mean_score, scorecard, axis, cost_usd, wall_ms, proven } = result;
  return [
    onOneLine(scenario),
    onOneLine(agent),
    String(repeat),
    outcome,
    overall,
    mean_score === null ? '–' : mean_score.toFixed(2),
    scorecard === null ? '–' : `${scorecard.score} ${scorecard.tier}`,
    axis === null || axis.score === null ? '–' : `${axis.score}${axis.partial ? '*' : ''}`,
    cost_usd === null ? '–' : `$${cost_usd.toFixed(4)}`,
    formatDuration(wall_ms),
    proven ? 'yes' : 'no',
  ];
}

function tone(result: RunResult, style: Style): (text: string) => string {
  if (isInfrastructure(result)) return style.warn;
  return isPassed(result) ? style.good : style.bad;
}

function explain(result: RunResult, { style, alone }: { style: Style; alone: boolean }): string[] {
  // of a single run the whole judgment and its details are drawn
  const reasons = [
    ...reasonsOf(result),
    ...(alone ? [] : [...complaintsOf(result.judgment), ...advisoryRemarks(result)]),
  ];
  return reasons.length === 0
    ? []
    : [style.bold(onOneLine(nameOf(result))), ...reasons.map((reason) => `  ${onOneLine(reason)}`)];
}

/** A run as people call it. */
export const nameOf = ({ scenario, agent, repeat }: RunResult): string => `${scenario} · ${agent} · ${repeat}`;

/** Why a run did not pass, in the order one would ask, besides what a judge says. */
export const reasonsOf = (result: RunResult): string[] => [
  ...(result.failure === null ? [] : [describeFailure(result.failure)]),
  ...(isInfrastructure(result) ? [] : result.results)
    .filter(({ verdict, required }) => verdict === 'ERROR' || (verdict === 'FAIL' && required))
    .map(({ name: scorer, verdict, reason }) => `${verdict} ${scorer}: ${reason}`),
];

/** Whether a run failed for a reason that is not the agent's; its scorers say only the same again. */
export const isInfrastructure = ({ failure }: RunResult): boolean => failure !== null && failure.side !== 'agent';

const describeFailure = ({ class: kind, side, message }: NonNullable<RunResult['failure']>): string =>
  `${kind}${side === 'agent' ? '' : ` (not the agent's: ${side}, so it is not scored)`}: ${message}`;

/** How many passed, of those that count. */
export function sayTotals(results: readonly RunResult[]): string {
  const passed = results.filter(isPassed).length;
  const uncounted = results.filter(isInfrastructure).length;
  const unproven = new Set(results.filter(({ proven }) => !proven).map(({ scenario }) => scenario)).size;
  const judged = judgeTotals(results.map(({ judgment }) => judgment));
  return [
    `${passed} of ${results.length - uncounted} runs passed`,
    ...(uncounted > 0 ? [`${uncounted} not counted: not the agent's failure`] : []),
    ...(judged === null ? [] : [judged]),
    ...(unproven > 0 ? [`${unproven} ${unproven === 1 ? 'scenario' : 'scenarios'} unproven`] : []),
  ].join('; ');
}

/** What the yardsticks said of each scenario. */
export function drawProofs(proofs: ReadonlyMap<string, Proof>, style: Style): string {
  return [...proofs.entries()]
    .map(([scenario, { proven, reason, trials }]) =>
      [
        `${style.bold(onOneLine(scenario))}  ${proven ? style.good('proven') : style.bad(`unproven: ${onOneLine(reason ?? '')}`)}`,
        ...trials.map(
          ({ agent, holds, remark }) =>
            `  ${holds ? style.good('✓') : style.bad('✗')} ${onOneLine(agent.padEnd(24))} ${style.dim(onOneLine(remark))}`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}
