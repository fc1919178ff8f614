import { exp, ln } from './normal.ts';
import { sum } from './sum.ts';

/** The mean of several losses, each 0–1. */
export interface MeanLoss {
  readonly loss: number;
  /** The share of each loss; all 0 when nothing was lost, otherwise they sum to 1. */
  readonly shares: readonly number[];
}

/** (Σ l¹⁰/n)^(1/10): equal losses give that loss, and one large loss stays visible among many small ones. */
export function tenthPowerMean(losses: readonly number[]): MeanLoss {
  const largest = losses.reduce((high, loss) => Math.max(high, loss), 0);
  if (largest === 0) return { loss: 0, shares: losses.map(() => 0) };
  // relative to the largest, so that equal losses give their exact value
  const powers = losses.map((loss) => tenthPower(loss / largest));
  const total = sum(powers);
  const root = exp(ln(total / losses.length) / 10);
  return { loss: largest * root, shares: powers.map((power) => power / total) };
}

function tenthPower(x: number): number {
  const square = x * x;
  const eighth = square * square * square * square;
  return eighth * square;
}
