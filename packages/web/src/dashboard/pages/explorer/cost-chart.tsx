import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatNoun } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';
import type { ListItem } from './answer.ts';
import type { ChartQuery } from './chart-query.ts';
import { DataExtent } from './data-extent.tsx';
import { type Dot, Scatter } from './scatter.tsx';

type Point = ListItem<'listRunPoints', 'points'>;

/** Each run as a point: cost against score. */
export function CostChart({ query }: { query: ChartQuery }) {
  const asked = useQuery({
    ...ask('listRunPoints', { ...query, limit: 2000 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={asked} what="the runs" lines={6}>
      {(answer) => (
        <>
          <Points points={answer.points} />
          <DataExtent extent={answer} />
        </>
      )}
    </Loaded>
  );
}

function Points({ points }: { points: readonly Point[] }) {
  const dots = useMemo(() => dotsOf(points), [points]);
  const unpriced = points.length - dots.length;
  if (dots.length === 0) return <p className="note">No run has both a score and a known cost.</p>;
  return (
    <>
      <Scatter label={`Cost and score of ${formatNoun(dots.length, 'run')}`} dots={dots} />
      {unpriced === 0 ? null : <p className="note">{formatNoun(unpriced, 'run')} with unknown cost not shown.</p>}
    </>
  );
}

const dotsOf = (points: readonly Point[]): Dot[] =>
  points
    .flatMap(({ cost_usd_micros, ...point }) =>
      cost_usd_micros === null ? [] : [{ ...point, usd: cost_usd_micros / 1_000_000 }],
    )
    .toSorted((one, other) => one.usd - other.usd);
