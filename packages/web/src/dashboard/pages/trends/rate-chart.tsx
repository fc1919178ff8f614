import { useState } from 'react';
import { countDecidedRuns } from '../explorer/pass-rate.ts';
import { formatShare } from './format-share.ts';
import { PeriodSlider } from './period-slider.tsx';
import type { Period, Series } from './series.ts';
import { Ticks } from './stacked-chart.tsx';
import { formatStart, type TrendsState } from './trends-state.ts';

interface Props {
  readonly period: TrendsState['period'];
  readonly starts: readonly string[];
  readonly series: readonly Series[];
}

/** The pass rate of each group per period, with its 95 % interval. */
export function RateChart({ period, starts, series }: Props) {
  const [pointed, point] = useState<string | null>(null);
  const lines = series.filter(({ periods }) => [...periods.values()].some(({ pass_rate }) => pass_rate !== null));
  const tell = (start: string): string => {
    const parts = lines.flatMap((one) => {
      const own = one.periods.get(start);
      return own?.pass_rate == null ? [] : [`${one.title} ${describeRate(own)}`];
    });
    return `${formatStart(start, period)}: ${parts.length === 0 ? 'no run passed or failed' : parts.join(', ')}`;
  };
  const last = starts.findLast((start) => lines.some(({ periods }) => periods.has(start))) ?? starts.at(-1);
  const place = (start: string, of: number): number =>
    ((starts.indexOf(start) + 0.5 + (of - (lines.length - 1) / 2) * SPREAD) / starts.length) * 100;
  return (
    <figure className="trend">
      <div className="trend-plot" role="img" aria-label={`Pass rate per ${period}`}>
        <div className="trend-grid" aria-hidden="true">
          {[1, 0.5, 0].map((share) => (
            <span key={share} style={{ bottom: `${share * 100}%` }}>
              {formatShare(share)}
            </span>
          ))}
        </div>
        <svg className="trend-lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map((one, of) => (
            <g key={one.key} style={{ stroke: one.color }}>
              {rated(one, starts).map(({ start, pass_rate: { low, high } }) => (
                <line
                  key={start}
                  className="trend-interval"
                  x1={place(start, of)}
                  x2={place(start, of)}
                  y1={100 - low * 100}
                  y2={100 - high * 100}
                />
              ))}
              <polyline
                points={rated(one, starts)
                  .map(({ start, pass_rate }) => `${place(start, of)},${100 - pass_rate.mean * 100}`)
                  .join(' ')}
              />
            </g>
          ))}
        </svg>
        {lines.map((one, of) =>
          rated(one, starts).map(({ start, pass_rate }) => (
            <span
              key={`${one.key} ${start}`}
              className="trend-dot"
              style={{ left: `${place(start, of)}%`, bottom: `${pass_rate.mean * 100}%`, background: one.color }}
            />
          )),
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
            />
          ))}
        </div>
      </div>
      <Ticks starts={starts} period={period} />
      {lines.length === 0 || last === undefined ? null : (
        <PeriodSlider starts={starts} shown={pointed ?? last} point={point} tell={tell} />
      )}
      <figcaption className="note chart-said">
        {lines.length === 0 || last === undefined ? 'No run passed or failed in this period.' : tell(pointed ?? last)}
      </figcaption>
    </figure>
  );
}

// side by side, so that intervals do not cover each other
const SPREAD = 0.1;

type Rated = Period & { readonly pass_rate: NonNullable<Period['pass_rate']> };

const rated = ({ periods }: Series, starts: readonly string[]): Rated[] =>
  starts.flatMap((start) => {
    const own = periods.get(start);
    return own?.pass_rate == null ? [] : [own as Rated];
  });

/** `63% (51% to 74%, n = 60)`. */
function describeRate(
  one: Pick<Period, 'pass_rate' | 'passed' | 'not_passed' | 'tampered' | 'unchecked' | 'errored'>,
): string {
  if (one.pass_rate === null) return '–';
  const { mean, low, high } = one.pass_rate;
  return `${formatShare(mean)} (${formatShare(low)} to ${formatShare(high)}, n = ${countDecidedRuns(one)})`;
}
