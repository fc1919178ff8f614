import type { AxisResult, LedgerEntry, Reputation, Scorecard, Verdict } from '@assay/schema';
import { formatSigned, roundNumbers } from '@assay/scoring';
import { escapeControls } from '../terminal/output.ts';
import { bar, type Style } from '../terminal/style.ts';

const WIDTH = 24;
const LOSSES = 5;

/** A scorecard as text: the score, its axes as bars, and the largest losses. */
export function drawScorecard({ score, tier, axes, ledger }: Scorecard, style: Style): string {
  const rows = Object.entries(axes).map(([name, value]) => gauge(name, value, style));
  return lines([
    `${style.bold(`Scorecard ${score}`)} of 100, ${tone(score, style)(tier)}`,
    ...rows,
    ...losses(ledger, style),
  ]);
}

/**
 * An AXIS result: dimensions as bars, or the reason if one has no score. `describe` turns a reference into words.
 */
export function drawAxis(
  { score, band, partial, dimensions, ledger }: AxisResult,
  style: Style,
  describe?: (ref: string) => string | undefined,
): string {
  const rows = Object.entries(dimensions).map(([name, dimension]) =>
    dimension.score === null
      ? `  ${label(name)} ${style.dim(`–  ${dimension.status.replace('_', ' ')}: ${dimension.reason}`)}`
      : gauge(name, dimension.score, style),
  );
  const title =
    score === null
      ? style.bold('AXIS: no score')
      : `${style.bold(`AXIS ${score}`)} of 100, ${tone(score, style)(band ?? '')}`;
  return lines([`${title}${partial ? style.warn(' (partial)') : ''}`, ...rows, ...losses(ledger, style, describe)]);
}

/** A verdict: the effect with its interval, and the regressions. */
export function drawVerdict(
  { verdict, net_gain, interval, promote, regressions, underpowered, runs_needed }: Verdict,
  style: Style,
): string {
  const word = { improved: style.good, neutral: style.warn, regressed: style.bad }[verdict](verdict);
  const range = interval ? `, 95 % between ${formatSigned(interval.low)} and ${formatSigned(interval.high)}` : '';
  const power = underpowered
    ? [`  ${style.warn(`underpowered: ${runs_needed ?? 'more'} runs per task and side would be enough`)}`]
    : [];
  const worse = regressions.map(
    ({ task_id, status, reason }) => `  ${style.bad(status)} ${task_id ?? 'overall'}: ${escapeControls(reason)}`,
  );
  return lines([
    `${style.bold('Verdict')} ${word}: ${formatSigned(net_gain)}${range}; ${promote ? 'can be promoted' : 'not promoted'}`,
    ...power,
    ...worse,
  ]);
}

/** A reputation: the score with its interval, and its components. */
export function drawReputation(
  { score, lifecycle, eval_count, interval, components, ledger }: Reputation,
  style: Style,
): string {
  const rows = Object.entries(components).map(([name, value]) => gauge(name, Math.round(value * 100), style));
  const title = `${style.bold(`Reputation ${score}`)} of 1000 (${interval.low}–${interval.high}), ${lifecycle} after ${eval_count}`;
  return lines([title, ...rows, ...losses(ledger, style)]);
}

const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`;

const label = (name: string): string => name.replaceAll('_', ' ').padEnd(20);

const gauge = (name: string, value: number, style: Style): string =>
  `  ${label(name)} ${tone(value, style)(bar(value / 100, WIDTH))} ${String(value).padStart(3)}`;

function tone(value: number, { good, warn, bad }: Style): (text: string) => string {
  if (value >= 75) return good;
  return value >= 50 ? warn : bad;
}

function losses(
  ledger: readonly LedgerEntry[],
  style: Style,
  describe: (ref: string) => string | undefined = () => undefined,
): string[] {
  const shown = ledger
    .toSorted((a, b) => b.points - a.points)
    .filter(({ points }) => points > 0)
    .slice(0, LOSSES);
  const rest = ledger.length - shown.length;
  return [
    ...shown.map(({ points, reason, ref }) => {
      const named = ref === null || reason.includes(ref) ? '' : ref;
      const what = (ref === null ? undefined : describe(ref)) ?? named;
      return `  ${style.bad(`−${points.toFixed(1)}`.padStart(6))}  ${escapeControls(roundNumbers(reason))} ${style.dim(escapeControls(what))}`.trimEnd();
    }),
    ...(rest > 0 && shown.length === LOSSES ? [style.dim(`          and ${rest} more`)] : []),
  ];
}
