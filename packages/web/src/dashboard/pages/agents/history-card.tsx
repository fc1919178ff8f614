import type { ScorePoint } from '@assay/schema';
import { useCallback, useMemo } from 'react';
import type uPlot from 'uplot';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCount, formatInstant, formatNoun, formatScore } from '../../../shared/format.ts';
import type { ChartColors } from '../../parts/chart-colors.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { Plot } from '../../parts/plot.tsx';
import { CALIBRATION_EVALUATIONS } from './lifecycle.ts';

/** The score after each evaluation, oldest on the left. An uncalibrated agent has none. */
export function HistoryCard({ agent_id, ranked }: { agent_id: string; ranked: boolean }) {
  return (
    <Card title="Score over time">
      {ranked ? (
        <Points agent_id={agent_id} />
      ) : (
        <p className="note">No score yet: requires {CALIBRATION_EVALUATIONS} evaluations.</p>
      )}
    </Card>
  );
}

function Points({ agent_id }: { agent_id: string }) {
  const pages = usePages('getReputationHistory', { agent_id, limit: 200 });
  return (
    <Paged pages={pages} what="the history" empty={<p className="note">No evaluations yet.</p>}>
      {(points) => <History points={points} />}
    </Paged>
  );
}

function History({ points }: { points: readonly ScorePoint[] }) {
  // there is no score before the agent is calibrated
  const rising = useMemo(() => points.filter(({ score }) => score !== null).toReversed(), [points]);
  const data = useMemo(
    (): uPlot.AlignedData => [rising.map(({ seq }) => seq), rising.map(({ score }) => score)],
    [rising],
  );
  const draw = useCallback(
    ({ accent, card }: ChartColors) => ({
      scales: { x: { time: false }, y: { range: [0, 1000] as uPlot.Range.MinMax } },
      series: [{}, { stroke: accent, width: 2, points: { show: rising.length < 40, size: 6, fill: card } }],
      axes: [{ label: 'evaluation', labelSize: 18, labelFont: '12px system-ui, sans-serif' }, { size: 48 }],
    }),
    [rising.length],
  );
  const last = rising.at(-1);
  return (
    <Plot
      label={`Score after each of ${formatNoun(rising.length, 'evaluation')}, latest ${formatScore(last?.score ?? null)} of 1,000`}
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
