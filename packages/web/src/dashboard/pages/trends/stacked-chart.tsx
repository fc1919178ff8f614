import { useState } from 'react';
import { formatCents, formatCount, formatNoun } from '../../../shared/format.ts';
import { niceScale } from '../explorer/nice-scale.ts';
import { PeriodSlider } from './period-slider.tsx';
import type { Measured, Series, Totals } from './series.ts';
import { formatStart, type TrendsState } from './trends-state.ts';

interface Props {
  readonly show: 'cost' | 'runs';
  readonly period: TrendsState['period'];
  readonly starts: readonly string[];
  readonly series: readonly Series[];
  readonly periods: Totals['periods'];
  /** A line across the chart, such as a budget. */
  readonly limit?: { readonly value: number; readonly title: string } | undefined;
}

/** A bar per period, with a part per group. */
export function StackedChart({ show, period, starts, series, periods, limit }: Props) {
  const [pointed, point] = useState<string | null>(null);
  const format = show === 'cost' ? formatCents : formatCount;
  const totals = new Map(periods.map((one) => [one.start, one]));
  const most = Math.max(limit?.value ?? 0, ...periods.map((one) => measure(one, show)));
  const { high: top, ticks } = niceScale(most);
  const tell = (start: string): string => {
    const total = totals.get(start);
    const parts = series.flatMap((one) => {
      const own = one.periods.get(start);
      return own === undefined || measure(own, show) === 0 ? [] : [`${one.title} ${format(measure(own, show))}`];
    });
    const whole = total === undefined ? 'no runs' : formatTotal(total);
    return `${formatStart(start, period)}: ${whole}${parts.length < 2 ? '' : ` (${parts.join(', ')})`}`;
  };
  const last = starts.findLast((start) => totals.has(start)) ?? starts.at(-1);
  return (
    <figure className="trend">
      <div className="trend-plot" role="img" aria-label={`${show === 'cost' ? 'Cost' : 'Runs'} per ${period}`}>
        <div className="trend-grid" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {format(tick)}
            </span>
          ))}
        </div>
        {limit === undefined ? null : (
          <div className="trend-limit" style={{ bottom: `${(limit.value / top) * 100}%` }}>
            <span>{limit.title}</span>
          </div>
        )}
        <div className="trend-bars" style={{ gridTemplateColumns: `repeat(${starts.length}, minmax(0, 1fr))` }}>
          {starts.map((start) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the slider does this for the keyboard
            <div
              key={start}
              className="trend-bar"
              data-pointed={pointed === start || undefined}
              onMouseEnter={() => point(start)}
              onMouseLeave={() => point(null)}
            >
              {series.map((one) => {
                const own = one.periods.get(start);
                const value = own === undefined ? 0 : measure(own, show);
                return value === 0 ? null : (
                  <span key={one.key} style={{ height: `${(value / top) * 100}%`, background: one.color }} />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <Ticks starts={starts} period={period} />
      {last === undefined ? null : <PeriodSlider starts={starts} shown={pointed ?? last} point={point} tell={tell} />}
      <figcaption className="note chart-said">{last === undefined ? '' : tell(pointed ?? last)}</figcaption>
    </figure>
  );
}

/** The measured value, in dollars or runs. */
const measure = (one: Measured, show: 'cost' | 'runs'): number =>
  show === 'cost' ? (one.cost_usd_micros ?? 0) / 1_000_000 : one.runs;

const formatTotal = ({ runs, cost_usd_micros }: Measured): string =>
  [formatNoun(runs, 'run'), ...(cost_usd_micros === null ? [] : [formatCents(cost_usd_micros / 1_000_000)])].join(', ');

const MOST_TICKS = 6;

/** The dates below a chart. */
export function Ticks({ starts, period }: { starts: readonly string[]; period: TrendsState['period'] }) {
  const every = Math.ceil(starts.length / MOST_TICKS);
  return (
    <div className="trend-ticks" aria-hidden="true">
      {starts.map((start, index) =>
        index % every === 0 ? (
          <span key={start} style={{ left: `${((index + 0.5) / starts.length) * 100}%` }}>
            {formatStart(start, period)}
          </span>
        ) : null,
      )}
    </div>
  );
}
