import type { TestOutcome, TestReport } from '@assay/schema';
import type { Counts } from './report-reader.ts';

const MOST_TESTS = 5000;
const LONGEST_NAME = 1000;

export type TestDetails = Omit<TestReport['tests'][number], 'name' | 'outcome'>;

/** Counts tests, and lists as many as fit. */
export interface Tally {
  /** Counts a test and lists it. */
  test(name: string, outcome: TestOutcome, more?: TestDetails): void;
  /** Lists a test that a summary already counts. */
  list(name: string, outcome: TestOutcome): void;
  /** Counts tests without names. */
  count(counts: Partial<Counts>): void;
  total(): Counts & Pick<TestReport, 'tests' | 'truncated'>;
}

/** Creates an empty tally; `wanted` tests are listed even when the list is full. */
export function createTally(wanted: ReadonlySet<string>): Tally {
  const counts: Counts = { passed: 0, failed: 0, errored: 0, skipped: 0 };
  const tests: TestReport['tests'] = [];
  // a wanted name that repeats endlessly must not fill the list either
  const seen = new Set<string>();
  let truncated = false;
  const list = (full: string, outcome: TestOutcome, more: TestDetails = {}): void => {
    const name = full.slice(0, LONGEST_NAME);
    const key = `${outcome} ${name}`;
    if (tests.length < MOST_TESTS || (wanted.has(name) && !seen.has(key))) tests.push({ name, outcome, ...more });
    else truncated = true;
    if (wanted.has(name)) seen.add(key);
  };
  return {
    list,
    test: (name, outcome, more) => {
      counts[outcome]++;
      list(name, outcome, more);
    },
    count: (more) => {
      for (const outcome of ['passed', 'failed', 'errored', 'skipped'] as const)
        counts[outcome] = add(counts[outcome], more[outcome] ?? 0);
    },
    total: () => ({ ...counts, tests, truncated }),
  };
}

// caps absurd counts, so that the sum stays a safe number
const LARGEST = 1_000_000_000;
const add = (a: number, b: number): number => Math.min(LARGEST, a + (b > 0 ? Math.min(LARGEST, Math.floor(b)) : 0));
