/**
 * The sum of doubles as if added exactly and rounded once, so that order does not matter. Keeps the running total as
 * non-overlapping partial sums (Shewchuk 1997).
 */
export function sum(values: Iterable<number>): number {
  const partials: number[] = [];
  for (let x of values) {
    let kept = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) partials[kept++] = low;
      x = high;
    }
    partials.length = kept;
    partials.push(x);
  }
  // from the largest down, stopping at the first rounding: the rest only decides a tie
  let total = partials.pop() ?? 0;
  while (partials.length > 0) {
    const x = total;
    const y = partials.pop() as number;
    total = x + y;
    const low = y - (total - x);
    if (low === 0) continue;
    const next = partials.at(-1) ?? 0;
    if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
      const doubled = low * 2;
      const candidate = total + doubled;
      if (doubled === candidate - total) total = candidate;
    }
    break;
  }
  return total;
}

/** The mean, independent of order; null for no values. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}
