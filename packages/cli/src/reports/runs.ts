import type { Proof, RunResult } from '@assay/schema';
import { drawTable, formatDuration, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

const HEADING = ['scenario', 'agent', 'run', 'outcome', 'scorers', 'mean', 'card', 'axis', 'cost', 'time', 'proven'];

/** Many runs: a row each, what went wrong below, and totals. */
export function drawRuns(results: readonly RunResult[], style: Style): string {
  const [heading = '', ...rows] = drawTable(HEADING, results.map(row));
  const reasons = results.flatMap((result) => explain(result, style));
  return [
    style.bold(heading),
    ...rows.map((text, i) => tone(results[i] as RunResult, style)(text)),
    ...(reasons.length > 0 ? ['', ...reasons] : []),
    '',
    totals(results),
    style.dim(`Each run is kept as a folder, such as ${onOneLine(results.at(-1)?.folder ?? '')}`),
    '',
  ].join('\n');
}

function row(result: RunResult): string[] {
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

function tone({ outcome, overall, failure }: RunResult, style: Style): (text: string) => string {
  if (failure !== null && failure.side !== 'agent') return style.warn;
  if (outcome === 'COMPLETED' && (overall === 'PASS' || overall === 'N/A')) return style.good;
  return style.bad;
}

// why a run did not pass, in the order one would ask
function explain(result: RunResult, style: Style): string[] {
  const name = `${onOneLine(result.scenario)} · ${onOneLine(result.agent)} · ${result.repeat}`;
  const reasons = [
    ...(result.failure === null ? [] : [describeFailure(result.failure)]),
    ...(isInfrastructure(result) ? [] : result.results)
      .filter(({ verdict, required }) => verdict === 'ERROR' || (verdict === 'FAIL' && required))
      .map(({ name: scorer, verdict, reason }) => `${verdict} ${scorer}: ${reason}`),
  ];
  return reasons.length === 0 ? [] : [style.bold(name), ...reasons.map((reason) => `  ${onOneLine(reason)}`)];
}

// its scorers say only the same again
const isInfrastructure = ({ failure }: RunResult): boolean => failure !== null && failure.side !== 'agent';

const describeFailure = ({ class: kind, side, message }: NonNullable<RunResult['failure']>): string =>
  `${kind}${side === 'agent' ? '' : ` (not the agent's: ${side}, so it is not scored)`}: ${message}`;

function totals(results: readonly RunResult[]): string {
  const passed = results.filter(
    ({ outcome, overall }) => outcome === 'COMPLETED' && (overall === 'PASS' || overall === 'N/A'),
  ).length;
  const uncounted = results.filter(isInfrastructure).length;
  const unproven = new Set(results.filter(({ proven }) => !proven).map(({ scenario }) => scenario)).size;
  return [
    `${passed} of ${results.length - uncounted} runs passed`,
    ...(uncounted > 0 ? [`${uncounted} not counted: not the agent's failure`] : []),
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
