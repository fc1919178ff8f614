import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type uPlot from 'uplot';
import { formatCents, formatNoun, formatScore } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import type { ChartColors } from '../../parts/chart-colors.ts';
import { Plot } from '../../parts/plot.tsx';
import { Loaded } from '../../states/loaded.tsx';
import type { ListItem } from './answer.ts';
import type { ChartQuery } from './chart-query.ts';
import { DataExtent } from './data-extent.tsx';
import { formatCounts } from './pass-rate.ts';

type Day = ListItem<'getRunTrend', 'days'>;

const DAYS = 90;

/** Mean score of passed runs per day, with a band of one standard deviation. */
export function TrendChart({ query }: { query: ChartQuery }) {
  const asked = useQuery({
    ...ask('getRunTrend', { ...query, days: DAYS }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={asked} what="the trend" lines={6}>
      {(answer) => (
        <>
          <Trend days={answer.days} />
          <DataExtent extent={answer} />
        </>
      )}
    </Loaded>
  );
}

function Trend({ days }: { days: readonly Day[] }) {
  const scored = useMemo(
    () => days.filter(({ mean_score }) => mean_score !== null).toSorted((a, b) => a.day.localeCompare(b.day)),
    [days],
  );
  const data = useMemo(() => seriesOf(scored), [scored]);
  const draw = useCallback(
    ({ accent, card }: ChartColors) => ({
      scales: { x: { time: false, range: aroundDays }, y: { range: [0, 100] as uPlot.Range.MinMax } },
      bands: [{ series: [2, 3] as [number, number], fill: withAlpha(accent) }],
      series: [
        {},
        { stroke: accent, width: 2, points: { show: true, size: 6, fill: card } },
        { stroke: 'transparent', points: { show: false } },
        { stroke: 'transparent', points: { show: false } },
      ],
      axes: [
        {
          incrs: DAY_STEPS,
          values: (_: uPlot, ticks: number[]) =>
            ticks.map((tick) => new Date(tick * DAY_MS).toISOString().slice(5, 10)),
        },
        { size: 40 },
      ],
    }),
    [],
  );
  if (scored.length === 0) return <p className="note">No passed run with a score in this period.</p>;
  return (
    <Plot
      label={`Mean score of passed runs on ${formatNoun(scored.length, 'day')}: ${tellDay(scored.at(-1))}`}
      data={data}
      draw={draw}
      tell={(index) => tellDay(index === null ? scored.at(-1) : scored[index])}
    />
  );
}

const DAY_MS = 86_400_000;
const DAY_STEPS = [1, 2, 7, 14, 28];

/** Adds room on both sides, so that a single day is not at the edge. */
const aroundDays = (_: uPlot, low: number, high: number): uPlot.Range.MinMax => {
  const room = Math.max(3, (high - low) * 0.03);
  return [low - room, high + room];
};

const withAlpha = (color: string): string => color.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.16)').replace(/,/g, ' ');

/** The mean and both edges of its band, clamped to the scale. */
function seriesOf(days: readonly Day[]): uPlot.AlignedData {
  const edge = (sign: 1 | -1) =>
    days.map(({ mean_score, score_deviation }) =>
      Math.max(0, Math.min(100, (mean_score ?? 0) + sign * (score_deviation ?? 0))),
    );
  return [days.map(({ day }) => Date.parse(day) / DAY_MS), days.map(({ mean_score }) => mean_score), edge(1), edge(-1)];
}

function tellDay(day: Day | undefined): string {
  if (day === undefined) return '';
  const { mean_score, score_deviation, cost_usd_micros } = day;
  const spread = score_deviation === null ? '' : ` ± ${formatScore(score_deviation)}`;
  const cost = cost_usd_micros === null ? '' : `, ${formatCents(cost_usd_micros / 1_000_000)}`;
  return `${day.day}: ${formatCounts(day)}, mean score of passed runs ${formatScore(mean_score)}${spread}${cost}`;
}
