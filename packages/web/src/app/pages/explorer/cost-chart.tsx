import type { listRunPoints } from '@assay/schema/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type uPlot from 'uplot';
import { formatNoun, formatScore, formatUsd } from '../../../format.ts';
import { visibleLine } from '../../../visible.ts';
import { call } from '../../client/call.ts';
import type { Inks } from '../../parts/inks.ts';
import { Plot } from '../../parts/plot.tsx';
import { Loaded } from '../../states/loaded.tsx';
import type { ItemsOf } from './answer.ts';
import type { ChartQuery } from './chart-query.ts';
import { Extent } from './extent.tsx';

type Point = ItemsOf<typeof listRunPoints, 'points'>;

/** Each run as a point: what it cost, and what it scored. */
export function CostChart({ query }: { query: ChartQuery }) {
  const asked = useQuery({
    queryKey: ['/v1/runs/points', query],
    queryFn: ({ signal }) =>
      call<typeof listRunPoints>('GET', '/v1/runs/points', { query: { ...query, limit: '2000' } as never, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={asked} what="the points" lines={6}>
      {(answer) => (
        <>
          <Points points={answer.points} />
          <Extent extent={answer} />
        </>
      )}
    </Loaded>
  );
}

function Points({ points }: { points: readonly Point[] }) {
  const priced = useMemo(
    () =>
      points
        .flatMap((point) =>
          point.cost_usd_micros === null ? [] : [{ ...point, usd: point.cost_usd_micros / 1_000_000 }],
        )
        .toSorted((a, b) => a.usd - b.usd),
    [points],
  );
  const [last, setLast] = useState<number | null>(null);
  const data = useMemo(
    (): uPlot.AlignedData => [priced.map(({ usd }) => usd), priced.map(({ score }) => score)],
    [priced],
  );
  const draw = useCallback(
    ({ accent }: Inks) => ({
      scales: { x: { time: false }, y: { range: [0, 100] as uPlot.Range.MinMax } },
      series: [{}, { stroke: accent, paths: () => null, points: { show: true, size: 6, fill: accent } }],
      axes: [{ values: (_: uPlot, ticks: number[]) => ticks.map((tick) => formatUsd(tick)) }, { size: 40 }],
    }),
    [],
  );
  const unpriced = points.length - priced.length;
  if (priced.length === 0) return <p className="note">No run has both a score and a known cost.</p>;
  const pointed = last === null ? undefined : priced[last];
  return (
    <>
      <Plot
        label={`What each of ${formatNoun(priced.length, 'run')} cost and scored`}
        data={data}
        draw={draw}
        height={260}
        tell={(index) => {
          const point = priced[index ?? last ?? -1];
          return point === undefined
            ? 'Point at a run to see which it is; click to keep it.'
            : `${formatScore(point.score)} for ${formatUsd(point.usd)}: ${visibleLine(point.scenario)}, ${visibleLine(point.agent_id)}`;
        }}
        choose={setLast}
      />
      {pointed === undefined ? null : (
        <p>
          <Link to="/runs/$run_id" params={{ run_id: pointed.run_id } as never}>
            Open <code>{pointed.run_id}</code>
          </Link>
        </p>
      )}
      {unpriced === 0 ? null : <p className="note">{formatNoun(unpriced, 'run')} of unknown cost left out.</p>}
    </>
  );
}
