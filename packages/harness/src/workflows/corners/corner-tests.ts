import type { CornerOutcome, TestReport } from '@assay/schema';

/** What a corner gave, as far as rules need it. */
export interface CornerResult {
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly report: TestReport | null;
}

/** A test by what stays the same when a change moves it: file, name, and its number among tests of one name. */
export interface CornerTest {
  readonly key: string;
  readonly name: string;
  readonly file: string | undefined;
  readonly outcome: Exclude<CornerOutcome, 'gone'>;
}

export type CornerTests = ReadonlyMap<string, CornerTest>;

/** The tests of a report by identity. */
export function listTests(report: TestReport | null): CornerTests {
  const times = new Map<string, number>();
  const tests = (report?.tests ?? []).map(({ name, file, outcome }) => {
    const plain = JSON.stringify([file ?? '', name]);
    const ordinal = (times.get(plain) ?? 0) + 1;
    times.set(plain, ordinal);
    return { key: ordinal === 1 ? plain : `${plain}#${ordinal}`, name, file, outcome };
  });
  return new Map(tests.map((test) => [test.key, test]));
}

const familyOf = ({ name, file }: CornerTest): string =>
  JSON.stringify([file ?? '', name.replace(/\[.*\]$| with data set .*$/s, '')]);

/** A name without its file, and then without what it is in. */
const NAMES: readonly ((test: CornerTest) => string)[] = [
  ({ name, file }) => (file !== undefined && name.startsWith(file) ? name.slice(file.length) : name),
  ({ name }) => name.split(/ > |::/).at(-1) ?? name,
];

/**
 * The tests of the new test side by those of the old one: by identity, then by their name if it is the only one (a file
 * that moved), then as rows of one table, if it has no fewer rows.
 */
export function matchCorners(old: CornerTests, now: CornerTests): ReadonlyMap<string, CornerTest> {
  const matched = new Map([...old.keys()].flatMap((key) => (now.has(key) ? [[key, now.get(key) as CornerTest]] : [])));
  const taken = new Set(matched.keys());
  const rest = [...now.values()].filter(({ key }) => !taken.has(key));
  const open = [...old.values()].filter(({ key }) => !matched.has(key));
  const pair = (before: CornerTest, after: CornerTest): void => {
    matched.set(before.key, after);
    taken.add(after.key);
  };
  for (const nameOf of NAMES) {
    const [left, right] = [open.filter(({ key }) => !matched.has(key)), rest.filter(({ key }) => !taken.has(key))];
    const [before, after] = [Map.groupBy(left, nameOf), Map.groupBy(right, nameOf)];
    for (const [name, [test, ...twins]] of before) {
      const [only, ...others] = after.get(name) ?? [];
      if (test !== undefined && only !== undefined && twins.length + others.length === 0) pair(test, only);
    }
  }
  const count = (tests: CornerTests): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const test of tests.values()) counts.set(familyOf(test), (counts.get(familyOf(test)) ?? 0) + 1);
    return counts;
  };
  const [rows_before, rows_after] = [count(old), count(now)];
  const families = Map.groupBy(
    rest.filter(({ key }) => !taken.has(key)),
    familyOf,
  );
  for (const test of open.filter(({ key }) => !matched.has(key))) {
    const family = familyOf(test);
    if ((rows_after.get(family) ?? 0) < (rows_before.get(family) ?? 0)) continue;
    const next = families.get(family)?.shift();
    if (next !== undefined) pair(test, next);
  }
  return matched;
}
