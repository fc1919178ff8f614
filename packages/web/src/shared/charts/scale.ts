/** The range of a chart, with ticks at round numbers. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const MOST_TICKS = 6;

/** The smallest range between round numbers that includes all values, which are from 0 to 1. */
export function computeScale(values: readonly number[]): Scale {
  const [least, most] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((size) => (most - least) / size <= MOST_TICKS - 2) ?? 0.5;
  const first = Math.max(0, Math.floor(least / step - 0.5));
  const last = Math.min(Math.round(1 / step), Math.ceil(most / step + 0.5));
  // whole steps, because sums of tenths are not exact
  const ticks = Array.from({ length: Math.max(1, last - first) + 1 }, (_, n) =>
    Number(((first + n) * step).toFixed(2)),
  );
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/** Margin at both ends, so that a mark at the edge is not cut. */
const MARGIN_PERCENT = 2;

/** The position of a value, in percent of the width. */
export function positionOn({ low, high }: Pick<Scale, 'low' | 'high'>, value: number): string {
  const share = high === low ? 0.5 : Math.max(0, Math.min(1, (value - low) / (high - low)));
  return `${(MARGIN_PERCENT + share * (100 - 2 * MARGIN_PERCENT)).toFixed(2)}%`;
}
