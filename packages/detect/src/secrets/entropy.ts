/** Shannon entropy in bits per character; 0 for an empty text. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = [...counts.values()].reduce((all, count) => all + count, 0);
  return [...counts.values()].reduce((bits, count) => bits - (count / length) * Math.log2(count / length), 0);
}
