import type { ScorePoint } from '@assay/schema';
import type { getReputationHistory } from '@assay/schema/api';
import { useCallback, useMemo } from 'react';
import type uPlot from 'uplot';
import { Card } from '../../../cards/card.tsx';
import { formatCount, formatInstant, formatNoun, formatScore } from '../../../format.ts';
import { segment } from '../../client/call.ts';
import type { Inks } from '../../parts/inks.ts';
import { Paged } from '../../parts/paged.tsx';
import { Plot } from '../../parts/plot.tsx';
import { usePages } from '../../parts/use-pages.ts';

/** The score after each evaluation, the oldest on the left. */
export function HistoryCard({ agent_id }: { agent_id: string }) {
  const path = `/v1/reputation/${segment(agent_id)}/history`;
  const pages = usePages<typeof getReputationHistory>(path, { query: { limit: 200 } });
  return (
    <Card title="Score over time">
      <Paged
        pages={pages}
        what="the history"
        empty={<p className="note">Nothing was evaluated yet, so that there is no score to follow.</p>}
      >
        {(points) => <History points={points} />}
      </Paged>
    </Card>
  );
}

function History({ points }: { points: readonly ScorePoint[] }) {
  const rising = useMemo(() => points.toReversed(), [points]);
  const data = useMemo(
    (): uPlot.AlignedData => [rising.map(({ seq }) => seq), rising.map(({ score }) => score)],
    [rising],
  );
  const draw = useCallback(
    ({ accent, card }: Inks) => ({
      scales: { x: { time: false }, y: { range: [0, 1000] as uPlot.Range.MinMax } },
      series: [{}, { stroke: accent, width: 2, points: { show: points.length < 40, size: 6, fill: card } }],
      axes: [{ label: 'evaluation', labelSize: 18, labelFont: '12px system-ui, sans-serif' }, { size: 48 }],
    }),
    [points.length],
  );
  const last = points[0];
  return (
    <Plot
      label={`The score after each of ${formatNoun(points.length, 'evaluation')}, last ${formatScore(last?.score ?? null)} of 1,000`}
      data={data}
      draw={draw}
      tell={(index) => tellPoint(index === null ? last : rising[index])}
    />
  );
}

const tellPoint = (point: ScorePoint | undefined): string =>
  point === undefined
    ? ''
    : `${formatScore(point.score)} after evaluation ${formatCount(point.seq)}, ${formatInstant(point.accepted_at)}`;
