/** Holm's correction: adjusted p-values of several simultaneous tests, in the order given. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).toSorted((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted = new Array<number>(pValues.length).fill(1);
  let floor = 0;
  order.forEach((index, rank) => {
    floor = Math.max(floor, Math.min(1, (pValues[index] as number) * (pValues.length - rank)));
    adjusted[index] = floor;
  });
  return adjusted;
}
