import type { Interval } from '@assay/schema';
import { seededRandom } from './random.ts';

const RESAMPLES = 1_999;

/**
 * Studentized bootstrap over clusters: a 95 % interval for the mean of their means, seeded by their values. Tasks, not
 * runs, are resampled, because the runs of one task are alike. Each resample is measured in its own standard errors;
 * otherwise the interval is far too narrow for few tasks. Null for fewer than two clusters.
 */
export function clusterBootstrap(clusterMeans: readonly number[]): Interval | null {
  const values = clusterMeans.toSorted((a, b) => a - b);
  if (values.length < 2) return null;
  const { centre, error } = describe(values);
  if (error === 0) return { low: centre, high: centre };

  const random = seededRandom(JSON.stringify(values));
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const drawn = values.map(() => values[random.below(values.length)] as number);
    const resample = describe(drawn);
    const away = resample.centre - centre;
    return resample.error === 0 ? Math.sign(away) * Number.MAX_VALUE : away / resample.error;
  }).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.round(share * (RESAMPLES + 1)) - 1] as number;
  return { low: centre - at(0.975) * error, high: centre - at(0.025) * error };
}

/** The mean and its standard error. */
function describe(values: readonly number[]): { centre: number; error: number } {
  const centre = values.reduce((all, value) => all + value, 0) / values.length;
  const squares = values.reduce((all, value) => all + (value - centre) * (value - centre), 0);
  return { centre, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}
