import { inOrder, type PlacedTest } from './placed-test.ts';
import { type Features, readFeatures, resemblance } from './resemblance.ts';
import { lastNamePart } from './words.ts';

/** A test before and after. */
export interface TestPair {
  readonly before: PlacedTest;
  readonly after: PlacedTest;
}

export interface Matching {
  readonly pairs: readonly TestPair[];
  readonly removed: readonly PlacedTest[];
  readonly added: readonly PlacedTest[];
}

// below this, two tests differ more than they agree
const ALIKE = 0.5;
// for tests of the same name elsewhere: the name is up to a quarter of the comparison, so something else must match
const RELATED = 0.3;
// comparisons grow quadratically; a larger rewrite is not matched by resemblance
const MOST_COMPARISONS = 250_000;

/**
 * Matches each test after a change: by its name, in another file, by the same body under another name, and finally by
 * resemblance. The most certain match is tried first.
 */
export function matchTests(before: readonly PlacedTest[], after: readonly PlacedTest[]): Matching {
  const open = { before: new Set(before), after: new Set(after) };
  const pairs: TestPair[] = [];
  const features = createFeatureCache();
  const pair = (a: PlacedTest, b: PlacedTest): void => {
    open.before.delete(a);
    open.after.delete(b);
    pairs.push({ before: a, after: b });
  };
  for (const keyOf of KEYS) pairEqual(open, keyOf, pair);
  for (const { keyOf, least } of LOOKS) {
    for (const { a, b } of rank(open, { keyOf, least, features })) {
      if (open.before.has(a) && open.after.has(b)) pair(a, b);
    }
  }
  return {
    pairs: pairs.sort((a, b) => inOrder(a.before, b.before)),
    removed: [...open.before].sort(inOrder),
    added: [...open.after].sort(inOrder),
  };
}

type Key = (placed: PlacedTest) => string | null;

const join = (...parts: readonly string[]): string => parts.join('\0');
// all empty bodies are equal
const bodyOf = ({ test }: PlacedTest): string | null => (test.statements === 0 ? null : test.body_digest);
const withBody =
  (key: (placed: PlacedTest) => string): Key =>
  (placed) => {
    const body = bodyOf(placed);
    return body === null ? null : join(key(placed), body);
  };

const KEYS: readonly Key[] = [
  withBody(({ path, test }) => join(path, test.name)),
  ({ path, test }) => join(path, test.name),
  withBody(({ test }) => test.name),
  withBody(({ path }) => path),
  withBody(({ test }) => lastNamePart(test.name)),
  withBody(() => ''),
];

const LOOKS: readonly { readonly keyOf: (placed: PlacedTest) => string; readonly least: number }[] = [
  { keyOf: ({ test }) => test.name, least: RELATED },
  { keyOf: ({ path, test }) => join(path, lastNamePart(test.name)), least: RELATED },
  { keyOf: ({ path }) => path, least: ALIKE },
  // a file that moved while its tests were edited: its folder or its name changes, seldom both
  { keyOf: ({ path }) => path.slice(path.lastIndexOf('/') + 1), least: ALIKE },
  { keyOf: ({ path }) => path.slice(0, path.lastIndexOf('/') + 1), least: ALIKE },
];

interface Open {
  readonly before: Set<PlacedTest>;
  readonly after: Set<PlacedTest>;
}

function pairEqual({ before, after }: Open, keyOf: Key, pair: (a: PlacedTest, b: PlacedTest) => void): void {
  const waiting = groupBy([...after], keyOf);
  for (const test of [...before]) {
    const found = waiting.get(keyOf(test) ?? '\0none')?.shift();
    if (found !== undefined) pair(test, found);
  }
}

interface Ranking {
  readonly keyOf: (placed: PlacedTest) => string;
  readonly least: number;
  readonly features: (placed: PlacedTest) => Features;
}

/** Pairs with the same key that resemble each other enough, best first. */
function rank({ before, after }: Open, { keyOf, least, features }: Ranking): readonly TestPairByLooks[] {
  const candidates = groupBy([...after], keyOf);
  const ranked: TestPairByLooks[] = [];
  let comparisons = 0;
  for (const a of before) {
    const group = candidates.get(keyOf(a)) ?? [];
    comparisons += group.length;
    if (comparisons > MOST_COMPARISONS) break;
    for (const b of group) {
      const alike = resemblance(features(a), features(b));
      if (alike >= least) ranked.push({ a, b, alike });
    }
  }
  return ranked.sort((x, y) => y.alike - x.alike || inOrder(x.a, y.a) || inOrder(x.b, y.b));
}

interface TestPairByLooks {
  readonly a: PlacedTest;
  readonly b: PlacedTest;
  readonly alike: number;
}

function createFeatureCache(): (placed: PlacedTest) => Features {
  const known = new Map<PlacedTest, Features>();
  return (placed) => {
    const features = known.get(placed) ?? readFeatures(placed.test);
    known.set(placed, features);
    return features;
  };
}

function groupBy(tests: readonly PlacedTest[], keyOf: Key): Map<string, PlacedTest[]> {
  const groups = new Map<string, PlacedTest[]>();
  for (const test of tests) {
    const key = keyOf(test);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return groups;
}
