import 'uplot/dist/uPlot.min.css';
import './parts.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { type ChartColors, useChartColors } from './chart-colors.ts';

type Drawing = Pick<uPlot.Options, 'series' | 'scales' | 'axes' | 'bands' | 'hooks'>;

interface Props {
  /** A text alternative for the chart. */
  readonly label: string;
  readonly data: uPlot.AlignedData;
  readonly height?: number;
  /** Returns the drawing options. A new function redraws the chart. */
  readonly draw: (inks: ChartColors) => Drawing;
  /** Describes the point under the pointer, or the whole chart. */
  readonly tell: (index: number | null) => string;
}

const FONT = '12px system-ui, sans-serif';

/** A chart on a canvas, with a line of text below that describes the point under the pointer. */
export function Plot({ label, data, height = 220, draw, tell }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const inks = useChartColors();
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    const host = room.current;
    if (host === null) return;
    const chart = new uPlot(
      optionsOf({ drawing: draw(inks), inks, width: host.clientWidth, height, point: setIndex }),
      data,
      host,
    );
    const watch = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }));
    watch.observe(host);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [inks, data, height, draw]);
  return (
    <figure className="chart">
      <div ref={room} role="img" aria-label={label} style={{ minHeight: height }} />
      <figcaption className="note chart-said">{tell(index)}</figcaption>
    </figure>
  );
}

interface Sized {
  readonly drawing: Drawing;
  readonly inks: ChartColors;
  readonly width: number;
  readonly height: number;
  readonly point: (index: number | null) => void;
}

function optionsOf({ drawing, inks, width, height, point }: Sized): uPlot.Options {
  const plain = { stroke: inks.muted, font: FONT, grid: { stroke: inks.line, width: 1 }, ticks: { show: false } };
  return {
    ...drawing,
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    axes: (drawing.axes ?? [{}, {}]).map((axis, at) => ({ ...plain, size: at === 0 ? 28 : 40, ...axis })),
    hooks: { ...drawing.hooks, setCursor: [(chart) => point(chart.cursor.idx ?? null)] },
  };
}
