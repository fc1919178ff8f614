import type { Counts } from './report-reader.ts';

/**
 * Parses text such as `1 failed, 2 passed`, given what each word counts as; null is a word that counts no tests.
 * Undefined when the text contains anything else.
 */
export function parseCounts(
  text: string,
  { separator, words }: { separator: string; words: Readonly<Record<string, keyof Counts | null>> },
): Counts | undefined {
  const counts: Counts = { passed: 0, failed: 0, errored: 0, skipped: 0 };
  for (const part of text.split(separator)) {
    const [, digits, word] = /^(\d{1,9}) ([a-z][a-z ]*)$/.exec(part.trim()) ?? [];
    if (word === undefined || !Object.hasOwn(words, word)) return undefined;
    const outcome = words[word];
    if (outcome != null) counts[outcome] += Number(digits);
  }
  return counts;
}
