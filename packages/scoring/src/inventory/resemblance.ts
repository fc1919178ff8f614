import type { TestCase } from '@assay/schema';
import { lastNamePart, splitWords } from './words.ts';

/** The features by which tests are compared, read once per test. */
export interface Features {
  readonly assertions: ReadonlyMap<string, number>;
  readonly subjects: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, number>;
}

export const readFeatures = ({ name, assertions, calls }: TestCase): Features => ({
  assertions: count(assertions.map(({ subject, expected }) => `${subject}\n${expected}`)),
  subjects: count(assertions.map(({ subject }) => subject)),
  words: count(splitWords(lastNamePart(name))),
  calls: count(calls),
});

// assertions say most about what a test is
const WEIGHTS = { assertions: 2, subjects: 1, words: 1, calls: 1 } as const satisfies Record<keyof Features, number>;

/** Similarity of two tests, 0 to 1: the share of assertions, calls and name words that they have in common. */
export function resemblance(a: Features, b: Features): number {
  let weight = 0;
  let shared = 0;
  for (const [feature, worth] of Object.entries(WEIGHTS) as [keyof Features, number][]) {
    const total = size(a[feature]) + size(b[feature]);
    if (total === 0) continue;
    weight += worth;
    shared += (worth * 2 * common(a[feature], b[feature])) / total;
  }
  return weight === 0 ? 0 : shared / weight;
}

/** How many items of one feature two tests have in common. */
function common(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let items = 0;
  for (const [key, times] of a) items += Math.min(times, b.get(key) ?? 0);
  return items;
}

function size(items: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const times of items.values()) total += times;
  return total;
}

function count(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
