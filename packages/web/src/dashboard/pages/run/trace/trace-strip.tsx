import { memo, useMemo } from 'react';
import { ContextChart } from '../../../../shared/charts/context-chart.tsx';
import { contextSeries } from '../../../../shared/charts/context-series.ts';
import type { Lanes } from '../../../../shared/lanes.ts';
import type { RunView } from '../../../../shared/run-view.ts';
import { summarizeInteraction } from '../../../../shared/summary.ts';
import type { TraceNode } from './trace-nodes.ts';

interface Props {
  readonly nodes: readonly TraceNode[];
  readonly view: RunView;
  readonly selected: number;
  readonly select: (index: number) => void;
}

/** The timeline of the run: context growth, errors and sub-agents, with a slider to select an interaction. */
export function TraceStrip({ nodes, view, selected, select }: Props) {
  const { interactions } = view.run;
  const nodeOf = useMemo(() => {
    const found: number[] = [];
    nodes.forEach(({ row }, index) => {
      if (row !== null) found[row] = index;
    });
    return found;
  }, [nodes]);
  if (interactions.length === 0) return null;
  const row = nodes[selected]?.row ?? null;
  const interaction = row === null ? undefined : interactions[row];
  const last = Math.max(1, interactions.length - 1);
  return (
    <div className="trace-strip">
      <Drawing view={view} />
      <input
        type="range"
        className="trace-slider"
        data-none={row === null || undefined}
        min={0}
        max={last}
        value={row ?? 0}
        onChange={(event) => select(nodeOf[Number(event.target.value)] ?? -1)}
        aria-label="Interaction"
        aria-valuetext={
          interaction === undefined
            ? 'none selected'
            : `${(row ?? 0) + 1} of ${interactions.length}: ${summarizeInteraction(view, interaction).title}`
        }
      />
    </div>
  );
}

/** The part that does not change with the selection. */
const Drawing = memo(function Drawing({ view }: { view: RunView }) {
  const { interactions } = view.run;
  const segments = laneSegments(view.lanes);
  const last = Math.max(1, interactions.length - 1);
  return (
    <>
      <ContextChart series={contextSeries(interactions)} total={interactions.length} />
      {segments.length === 0 ? null : (
        <div className="trace-lanes" aria-hidden="true">
          {segments.map(({ column, from, to }) => (
            <span
              key={`${column} ${from}`}
              className="trace-lane"
              data-column={column}
              style={{ left: `${(100 * from) / last}%`, width: `${(100 * (to - from)) / last}%` }}
            />
          ))}
        </div>
      )}
    </>
  );
});

/** A stretch of interactions during which a sub-agent worked. */
interface LaneSegment {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** When sub-agents worked, by column. */
function laneSegments({ columns, passing }: Lanes): LaneSegment[] {
  const segments: LaneSegment[] = [];
  for (let column = 1; column < columns; column++) {
    let from = -1;
    for (let row = 0; row <= passing.length; row++) {
      const isIn = ((passing[row] ?? 0) & (1 << column)) !== 0;
      if (isIn && from === -1) from = row;
      if (isIn || from === -1) continue;
      segments.push({ column, from, to: row });
      from = -1;
    }
  }
  return segments;
}
