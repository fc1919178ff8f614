import type { Interval } from '@assay/schema';
import { Z_975 } from './normal.ts';

/** Wilson's 95 % interval for a rate; 0 to 1 without trials. */
export function wilson(passes: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const z2 = Z_975 * Z_975;
  const centre = (passes + z2 / 2) / (n + z2);
  const half = (Z_975 / (n + z2)) * Math.sqrt((passes * (n - passes)) / n + z2 / 4);
  // at the ends the formula gives 0 and 1 except for the last bit
  return { low: passes === 0 ? 0 : Math.max(0, centre - half), high: passes === n ? 1 : Math.min(1, centre + half) };
}
