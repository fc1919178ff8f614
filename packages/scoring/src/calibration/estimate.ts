import type { Estimate, Interval } from '@assay/schema';
import { wilson } from '../math/wilson.ts';

/** An estimate with a value. */
export const estimate = (value: number, { interval, of }: { interval: Interval | null; of: number }): Estimate => ({
  value,
  interval,
  of,
  reason: null,
});

/** An estimate without a value, and why. */
export const noEstimate = (reason: string, of: number): Estimate => ({ value: null, interval: null, of, reason });

/** A share with Wilson's interval. */
export const rate = (hits: number, of: number, { nothing }: { readonly nothing: string }): Estimate =>
  of === 0 ? noEstimate(nothing, 0) : estimate(hits / of, { interval: wilson(hits, of), of });
