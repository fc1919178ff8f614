import { formatBytes, formatNoun } from '../format.ts';
import type { ContextSeries } from './context-series.ts';

const [WIDTH, HEIGHT] = [1000, 100];

/** Context growth over the run: main thread as an area, sub-agents as a dashed line, errors as marks. */
export function ContextChart({ series, total }: { series: ContextSeries; total: number }) {
  const most = Math.max(series.main_bytes, series.sub_agent_bytes, 1);
  const main = linePath(series.main, most);
  return (
    <figure className="context">
      <figcaption>
        <b>Context growth</b> <span className="note">{describe(series)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={alternative(series, total)}
      >
        <path className="context-area" d={`${main} L${WIDTH},${HEIGHT} L0,${HEIGHT} Z`} />
        <path className="context-line" d={main} />
        {series.sub_agent_bytes === 0 ? null : (
          <path className="context-line" data-of="sub-agents" d={linePath(series.sub_agents, most)} />
        )}
        {series.errors.map((at) => (
          <line key={at} className="context-error" x1={at * WIDTH} x2={at * WIDTH} y1={HEIGHT} y2={HEIGHT + 8} />
        ))}
      </svg>
      <div className="context-ends note" aria-hidden="true">
        <span>1</span>
        <span>{formatNoun(total, 'interaction')}</span>
      </div>
    </figure>
  );
}

function linePath(values: readonly number[], most: number): string {
  const last = Math.max(1, values.length - 1);
  const points = values.map(
    (value, i) => `${((i / last) * WIDTH).toFixed(1)},${((1 - value / most) * HEIGHT).toFixed(1)}`,
  );
  return `M${points.join(' L')}`;
}

function describe({ main_bytes, sub_agent_bytes }: ContextSeries): string {
  const main = `${formatBytes(main_bytes)} of inputs, outputs and thoughts in the main thread`;
  return sub_agent_bytes === 0 ? main : `${main}, ${formatBytes(sub_agent_bytes)} in sub-agents (dashed)`;
}

const alternative = (series: ContextSeries, total: number): string =>
  `Context grows over ${formatNoun(total, 'interaction')} to ${describe(series)}`;
