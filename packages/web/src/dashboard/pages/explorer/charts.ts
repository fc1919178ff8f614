import type { ComponentType } from 'react';
import type { ChartQuery } from './chart-query.ts';
import { CostChart } from './cost-chart.tsx';
import { HistogramChart } from './histogram-chart.tsx';
import { TrendChart } from './trend-chart.tsx';

/** One type of chart. */
interface ChartKind {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly Chart: ComponentType<{ query: ChartQuery }>;
}

export const CHARTS: readonly [ChartKind, ...ChartKind[]] = [
  { id: 'trend', name: 'Trend', title: 'Mean score of passed runs by day', Chart: TrendChart },
  { id: 'histogram', name: 'Histogram', title: 'Score distribution', Chart: HistogramChart },
  { id: 'cost', name: 'Cost', title: 'Cost against score, by result', Chart: CostChart },
];
