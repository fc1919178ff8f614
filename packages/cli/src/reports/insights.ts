import type { AxisResult, Insight } from '@assay/schema';
import { roundNumbers } from '@assay/scoring';
import { formatDuration, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

const SHOWN_REFS = 6;

/** Why dimensions are low: each cause, with its cost and where to look. */
export function drawInsights(
  { axis, insights }: { axis: AxisResult | null; insights?: readonly Insight[] | undefined },
  style: Style,
): string[] {
  // older grades have only the messages of the formula
  if (insights === undefined)
    return (axis?.insights ?? []).map(({ message }) => `${style.warn('›')} ${onOneLine(roundNumbers(message))}`);
  return insights.flatMap((insight) => [
    `${style.warn('›')} ${insight.dimension.replaceAll('_', ' ')}: ${onOneLine(roundNumbers(insight.message))}`,
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
