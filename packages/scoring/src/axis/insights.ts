import type { AxisInsight } from '@assay/schema';
import { splitLargest } from '../math/largest.ts';
import { sum } from '../math/sum.ts';
import type { Measured } from './measured.ts';

const BELOW = 75;
const SHOWN = 5;

/** For each low dimension: its weakest weighted signal and the evidence that cost it most. */
export function findInsights(measured: Readonly<Record<string, Measured>>): AxisInsight[] {
  return Object.entries(measured).flatMap(([name, { dimension, parts }]) => {
    if (dimension.status !== 'scored' || dimension.score >= BELOW) return [];
    const bySignal = [...Map.groupBy(parts, ({ signal }) => signal)];
    const losses = bySignal.map(([signal, own]) => ({ signal, own, share: sum(own.map(({ share }) => share)) }));
    const weakest = losses.toSorted((a, b) => b.share - a.share)[0];
    if (weakest === undefined) return [];
    const worst = splitLargest(
      weakest.own.filter(({ ref }) => ref !== null),
      SHOWN,
      ({ share }) => share,
    ).largest;
    const why = worst.map(({ reason }) => reason).join(', ');
    return [
      {
        dimension: name,
        signal: weakest.signal,
        value: dimension.signals[weakest.signal] ?? 0,
        points: weakest.share * (100 - dimension.score),
        message: `${name} is at ${dimension.score}; ${weakest.signal} costs it most: ${why}`,
        refs: worst.flatMap(({ ref }) => ref ?? []),
      },
    ];
  });
}
