/** The largest items, largest first, and all others; on ties the earlier item wins. Linear for a small `most`. */
export function splitLargest<T>(
  items: readonly T[],
  most: number,
  by: (item: T) => number,
): { largest: T[]; others: T[] } {
  const largest: T[] = [];
  const others: T[] = [];
  for (const item of items) {
    if (largest.length === most && by(item) <= by(largest.at(-1) as T)) {
      others.push(item);
      continue;
    }
    const place = largest.findLastIndex((kept) => by(kept) >= by(item)) + 1;
    largest.splice(place, 0, item);
    if (largest.length > most) others.push(largest.pop() as T);
  }
  return { largest, others };
}
