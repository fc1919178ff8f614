/** Divides a whole amount by weights. The parts are whole, add up to it, and differ by less than 1 from exact ones. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, part: product / all, rest: product % all };
  });
  let left = BigInt(total) - exact.reduce((sum, { part }) => sum + part, 0n);
  const parts = exact.map(({ part }) => Number(part));
  for (const { index } of exact.toSorted((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  )) {
    if (left === 0n) break;
    parts[index] = (parts[index] as number) + 1;
    left--;
  }
  return parts;
}

/** `total × part / whole`, rounded down. */
export const shareOf = (total: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(total) * BigInt(part)) / BigInt(whole));
