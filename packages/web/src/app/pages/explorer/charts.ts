import type { ComponentType } from 'react';
import type { ChartQuery } from './chart-query.ts';
import { CostChart } from './cost-chart.tsx';
import { HistogramChart } from './histogram-chart.tsx';
import { MatrixChart } from './matrix-chart.tsx';
import { TrendChart } from './trend-chart.tsx';

/** One way to draw the runs. */
interface ChartKind {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly Chart: ComponentType<{ query: ChartQuery }>;
}

export const CHARTS: readonly [ChartKind, ...ChartKind[]] = [
  { id: 'trend', name: 'Trend', title: 'Scores from day to day', Chart: TrendChart },
  { id: 'histogram', name: 'Histogram', title: 'How many runs lie where', Chart: HistogramChart },
  { id: 'cost', name: 'Cost', title: 'Cost against score', Chart: CostChart },
  { id: 'matrix', name: 'Heat map', title: 'Scenario by agent', Chart: MatrixChart },
];
