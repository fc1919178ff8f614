import type { TestOutcome, TestReport } from '@assay/schema';
import type { Counts } from './report-reader.ts';

const MOST_TESTS = 5000;
const LONGEST_NAME = 1000;

/** Adds up tests, and lists as many as can be kept. */
export interface Tally {
  /** Counts a test and lists it. */
  test(name: string, outcome: TestOutcome): void;
  /** Lists a test that a summary counts. */
  list(name: string, outcome: TestOutcome): void;
  /** Counts tests that are not named. */
  count(counts: Partial<Counts>): void;
  total(): Counts & Pick<TestReport, 'tests' | 'truncated'>;
}

/** An empty tally; `wanted` tests are listed however many there are. */
export function createTally(wanted: ReadonlySet<string>): Tally {
  const counts: Counts = { passed: 0, failed: 0, errored: 0, skipped: 0 };
  const tests: TestReport['tests'] = [];
  // a name that is wanted and never stops coming must not fill the list either
  const seen = new Set<string>();
  let truncated = false;
  const list = (full: string, outcome: TestOutcome): void => {
    const name = full.slice(0, LONGEST_NAME);
    const key = `${outcome} ${name}`;
    if (tests.length < MOST_TESTS || (wanted.has(name) && !seen.has(key))) tests.push({ name, outcome });
    else truncated = true;
    if (wanted.has(name)) seen.add(key);
  };
  return {
    list,
    test: (name, outcome) => {
      counts[outcome]++;
      list(name, outcome);
    },
    count: (more) => {
      for (const outcome of ['passed', 'failed', 'errored', 'skipped'] as const)
        counts[outcome] = add(counts[outcome], more[outcome] ?? 0);
    },
    total: () => ({ ...counts, tests, truncated }),
  };
}

// a number of a hundred digits is no number of tests, and must not become one that cannot be written
const LARGEST = 1_000_000_000;
const add = (a: number, b: number): number => Math.min(LARGEST, a + (b > 0 ? Math.min(LARGEST, Math.floor(b)) : 0));
