/**
 * The known word that was probably meant: up to three typos away, fewer for short words, or with the given word as its
 * prefix. Undefined if there is none.
 */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  // longer than any known name; the cost grows quadratically
  if (word.length > 200) return undefined;
  const candidates = [...known];
  const slips = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  let nearest: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > slips) continue;
    const distance = countSlips(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= slips && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { candidate, distance };
  }
  return (
    nearest?.candidate ?? (word.length < 4 ? undefined : candidates.find((candidate) => candidate.startsWith(word)))
  );
}

// edit distance: letters added, removed, changed, or two neighbors swapped
function countSlips(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let slips = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      const exchanged = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (exchanged) slips = Math.min(slips, (before[column - 2] as number) + 1);
      next.push(slips);
    }
    before = last;
    last = next;
  }
  return last[to.length] as number;
}
