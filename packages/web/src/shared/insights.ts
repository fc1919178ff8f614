import type { AxisResult, Insight } from '@assay/schema';

/** The insights of a grade. Older grades have only the insights of the formula. */
export const readInsights = (axis: AxisResult | null, insights: readonly Insight[] | undefined): readonly Insight[] =>
  insights ??
  (axis?.insights ?? []).map(({ dimension, signal, message, points, refs }) => ({
    dimension: dimension as Insight['dimension'],
    signal,
    message,
    points: points * (axis?.weights[dimension as Insight['dimension']] ?? 0),
    time_ms: null,
    cost_usd_micros: null,
    refs,
    entry_ids: [],
  }));
