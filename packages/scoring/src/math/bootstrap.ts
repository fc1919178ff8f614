import type { Interval } from '@assay/schema';
import { seededRandom } from './random.ts';
import { mean, sum } from './sum.ts';

const RESAMPLES = 4_999;

/**
 * Studentised bootstrap over clusters: a 95 % interval for the mean of their means, seeded by their values.
 * Tasks, not runs, are drawn again, because the runs of one task are alike. Each resample is measured in its own
 * standard errors, without which the interval is far too narrow for few tasks. Of fewer than two clusters
 * nothing can be said.
 */
export function clusterBootstrap(clusterMeans: readonly number[]): Interval | null {
  const values = clusterMeans.toSorted((a, b) => a - b);
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  const error = standardError(values);
  if (error === 0) return { low: centre, high: centre };

  const random = seededRandom(JSON.stringify(values));
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const drawn = values.map(() => values[random.below(values.length)] as number);
    const away = (mean(drawn) as number) - centre;
    const spread = standardError(drawn);
    return spread === 0 ? Math.sign(away) * Number.MAX_VALUE : away / spread;
  }).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.round(share * (RESAMPLES + 1)) - 1] as number;
  return { low: centre - at(0.975) * error, high: centre - at(0.025) * error };
}

function standardError(values: readonly number[]): number {
  const centre = mean(values) as number;
  const squares = sum(values.map((value) => (value - centre) * (value - centre)));
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
