import { describeDelta, describeOutcome } from '@assay/scoring';
import { useState } from 'react';
import { Dumbbell } from '../../charts/dumbbell.tsx';
import { computeScale, positionOn, type Scale } from '../../charts/scale.ts';
import { type ComparedRow, type ComparisonView, outcomeTone } from '../../comparison.ts';
import { formatNoun, formatUnitScore } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';

const SHOWN = 60;

interface Props {
  readonly view: ComparisonView;
  readonly showTask: (task_id: string) => void;
}

/** Every task as a dumbbell, worst first. A name leads to both sides of its task. */
export function TasksChartCard({ view: { rows }, showTask }: Props) {
  const [whole, setWhole] = useState(false);
  const printing = useMedia('print');
  const scale = computeScale(rows.flatMap(valuesOf));
  const shown = whole || printing ? rows : rows.slice(0, SHOWN);
  return (
    <Card title={formatNoun(rows.length, 'task')} aside={<Legend />}>
      {rows.length === 0 ? <p className="note">No tasks to compare.</p> : <Axis scale={scale} />}
      <ol className="dumbbells">
        {shown.map((row) => (
          <Row key={row.task_id} row={row} scale={scale} onName={() => showTask(row.task_id)} />
        ))}
      </ol>
      {shown.length === rows.length ? null : (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {formatNoun(rows.length, 'task')}
        </button>
      )}
    </Card>
  );
}

const valuesOf = ({ task, composites }: ComparedRow): number[] => [
  ...composites.baseline,
  ...composites.candidate,
  ...[task?.baseline.interval, task?.candidate.interval].flatMap((range) => (range ? [range.low, range.high] : [])),
];

function Row({ row, scale, onName }: { row: ComparedRow; scale: Scale; onName: () => void }) {
  const tone = outcomeTone(row);
  return (
    <li className="dumbbell-row">
      <button type="button" className="task-name" onClick={onName}>
        <bdi>{visibleLine(row.task_id)}</bdi>
      </button>
      <Dumbbell row={row} scale={scale} tone={tone} />
      <span className="dumbbell-numbers">
        <span>
          {formatUnitScore(row.task?.baseline.composite ?? null)} →{' '}
          <b>{formatUnitScore(row.task?.candidate.composite ?? null)}</b>
        </span>
        <span className="note">{describeDelta(row.delta)}</span>
      </span>
      <span className="pill" data-tone={tone}>
        {describeOutcome(row)}
      </span>
    </li>
  );
}

function Axis({ scale }: { scale: Scale }) {
  return (
    <div className="dumbbell-row dumbbell-axis">
      <svg height="18" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <text key={tick} x={positionOn(scale, tick)} y="13" textAnchor="middle">
            {tick}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Legend() {
  return (
    <p className="note legend">
      <svg width="12" height="12" aria-hidden="true">
        <circle className="ring" cx="6" cy="6" r="4" />
      </svg>{' '}
      baseline, above the line{' '}
      <svg width="12" height="12" aria-hidden="true">
        <circle className="dot" cx="6" cy="6" r="5" />
      </svg>{' '}
      candidate, below; small dots are runs, lines 95 % intervals of the composite
    </p>
  );
}
