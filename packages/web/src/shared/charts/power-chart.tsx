import { describePower, type PowerPoint } from '@assay/scoring';
import { formatCents, formatCount } from '../format.ts';

const [WIDTH, HEIGHT, TOP, BOTTOM, SIDE] = [340, 132, 34, 34, 36] as const;

/** How many more runs show differences of each size: the smaller the difference, the more runs. */
export function PowerChart({ points }: { points: readonly PowerPoint[] }) {
  const most = Math.max(1, ...points.map(({ runs }) => runs));
  const placed = points.map((point, i) => ({
    ...point,
    x: SIDE + (i * (WIDTH - 2 * SIDE)) / Math.max(1, points.length - 1),
    y: HEIGHT - BOTTOM - (point.runs / most) * (HEIGHT - TOP - BOTTOM),
  }));
  return (
    <svg
      className="power-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`More runs by difference: ${points.map(describePower).join('; ')}`}
    >
      <line className="power-axis" x1="0" x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      <polyline className="power-line" points={placed.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {placed.map(({ difference, runs, cost_usd, x, y }) => (
        <g key={difference} textAnchor="middle">
          <circle className="power-dot" cx={x} cy={y} r="4" />
          <text className="power-runs" x={x} y={y - 20}>
            {runs === 0 ? 'enough' : `+${formatCount(runs)}`}
          </text>
          <text className="power-note" x={x} y={y - 8}>
            {runs === 0 || cost_usd === null ? '' : formatCents(cost_usd)}
          </text>
          <text className="power-note" x={x} y={HEIGHT - BOTTOM + 15}>
            {Number((100 * difference).toFixed(1))}
          </text>
        </g>
      ))}
      <text className="power-note" x={WIDTH / 2} y={HEIGHT - 4} textAnchor="middle">
        difference to see, in points
      </text>
    </svg>
  );
}
