import type { AxisResult, Insight } from '@assay/schema';
import { formatDuration, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

const SHOWN_REFS = 6;

/** Why dimensions are low: each cause in words, and below it what it cost and where to look. */
export function drawInsights(
  { axis, insights }: { axis: AxisResult | null; insights?: readonly Insight[] | undefined },
  style: Style,
): string[] {
  // grades from before insights had words keep those of the formula
  if (insights === undefined)
    return (axis?.insights ?? []).map(({ message }) => `${style.warn('›')} ${onOneLine(message)}`);
  return insights.flatMap((insight) => [
    `${style.warn('›')} ${insight.dimension.replaceAll('_', ' ')}: ${onOneLine(insight.message)}`,
    `  ${style.dim(describeCost(insight))}`,
  ]);
}

function describeCost({ points, time_ms, cost_usd_micros, refs }: Insight): string {
  const more = refs.length > SHOWN_REFS ? ` and ${refs.length - SHOWN_REFS} more` : '';
  return [
    `−${points.toFixed(1)} points`,
    ...(time_ms === null ? [] : [formatDuration(time_ms)]),
    ...(cost_usd_micros === null ? [] : [`about $${(cost_usd_micros / 1e6).toFixed(4)}`]),
    ...(refs.length === 0 ? [] : [`see ${onOneLine(refs.slice(0, SHOWN_REFS).join(', '))}${more}`]),
  ].join(' · ');
}
