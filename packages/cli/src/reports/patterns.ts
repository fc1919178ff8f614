import type { Pattern } from '@assay/schema';
import { formatDuration, formatNoun, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

const MOST = 15;

/** The patterns, costliest first, each with what to do and where it was seen last. */
export function drawPatterns(patterns: readonly Pattern[], sessions: number, style: Style): string {
  if (patterns.length === 0) return `Nothing recurs over ${formatNoun(sessions, 'session')}.\n`;
  const blocks = patterns.slice(0, MOST).map((pattern) => drawPattern(pattern, style));
  const hidden = patterns.length - blocks.length;
  return [
    ...blocks,
    style.dim(
      `${formatNoun(patterns.length, 'pattern')} over ${formatNoun(sessions, 'session')}${hidden > 0 ? `; ${hidden} more with --json` : ''}`,
    ),
    '',
  ].join('\n\n');
}

function drawPattern({ id, title, advice, cost_usd, wall_ms, trend, examples }: Pattern, style: Style): string {
  const cost = [
    ...(cost_usd === null || cost_usd < 0.005 ? [] : [`about $${cost_usd.toFixed(2)}`]),
    ...(wall_ms === null || wall_ms < 1000 ? [] : [formatDuration(wall_ms)]),
    trend,
  ].join(', ');
  const [latest] = examples;
  const where =
    latest === undefined ? '' : `\n  ${style.dim(onOneLine(`${id} · last in ${latest.source} ${latest.ref ?? ''}`))}`;
  return `${style.warn('›')} ${onOneLine(title)} ${style.dim(`(${cost})`)}\n  ${onOneLine(advice)}${where}`;
}
