import type { SessionTotals } from '@assay/schema';
import { shorten } from '../terminal/fit.ts';
import { formatDuration, onOneLine } from '../terminal/format.ts';
import { bar, type Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';

const BAR = 20;
const MOST = 8;
const HEADINGS = ['sessions', 'verified', 'red', 'fixes', 'cost', 'waste', 'time'] as const;

/** Totals by week, agent, model and project, each with a bar of its cost. A group of one says nothing new. */
export function drawTotals(totals: readonly SessionTotals[], style: Style): string {
  return [...Map.groupBy(totals, ({ by }) => by)]
    .filter(([, rows]) => rows.length > 1)
    .map(([by, rows]) => drawGroup(by, rows, style))
    .join('\n');
}

function drawGroup(by: string, rows: readonly SessionTotals[], style: Style): string {
  // the latest weeks, or the most expensive others
  const shown = by === 'week' ? rows.slice(-MOST) : rows.slice(0, MOST);
  const most = Math.max(...shown.map(weigh), 1e-9);
  const cells = shown.map((row) => [
    shorten(onOneLine(row.key), 32),
    bar(weigh(row) / most, BAR),
    String(row.sessions),
    String(row.verified),
    String(row.red),
    String(row.corrections),
    row.cost_usd === null ? '–' : `$${row.cost_usd.toFixed(2)}`,
    row.wasted_usd === null || !row.cost_usd ? '–' : `${Math.round((100 * row.wasted_usd) / row.cost_usd)} %`,
    formatDuration(row.wall_ms),
  ]);
  const [heading = '', ...lines] = drawTable([by, weighedBy(shown), ...HEADINGS], cells);
  const hidden = rows.length - shown.length;
  return [style.bold(heading), ...lines, ...(hidden > 0 ? [style.dim(`and ${hidden} more`)] : []), ''].join('\n');
}

// without a known cost, bars show the number of sessions
const weigh = ({ cost_usd, sessions }: SessionTotals): number => cost_usd ?? sessions / 1e6;
const weighedBy = (rows: readonly SessionTotals[]): string =>
  rows.some(({ cost_usd }) => cost_usd !== null) ? 'cost' : 'sessions';
