import type { TestReport } from '@assay/schema';

const MOST_NAMED = 5;

// these name the tests of a file only if one of them fails
const NAMES_FAILING: ReadonlySet<TestReport['format']> = new Set(['vitest', 'jest']);

/**
 * Which tests of an earlier report were not run: by name where the report names its tests, otherwise by number.
 * Undefined if all were. Tests that were skipped earlier do not count.
 */
export function findUnrun(report: TestReport, before: TestReport): string | undefined {
  const [named, run] = [countNames(before), countNames(report)];
  const fewer = countTests(report) < countTests(before);
  if (isListed(report)) {
    // of several tests with one name, one may be missing; a runner may also list each try of a test
    const isMissing = ([name, times]: [string, number]): boolean =>
      !run.has(name) || (fewer && isListed(before) && (run.get(name) ?? 0) < times);
    const missing = [...named].filter(isMissing).map(([name]) => name);
    if (missing.length > 0) return describeMissing(missing, countTests(before));
    if (isListed(before)) return undefined;
  }
  if (fewer) return `${countTests(report)} ran, ${countTests(before)} at the baseline`;
  // tests of the same name are listed once
  const missing = [...named.keys()].some((name) => !run.has(name));
  const unnamed = missing && isListed(before) && before.passed > 0 && !NAMES_FAILING.has(before.format);
  return unnamed && !isListed(report) && !report.truncated
    ? `the report names ${report.tests.length} of its ${countTests(report)} tests; at the baseline it named all`
    : undefined;
}

function describeMissing(missing: readonly string[], all: number): string {
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  const names = missing.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
  return `${missing.length} of ${all} tests of the baseline: ${names.join(', ')}${more}`;
}

/** How often each test was run, by name. */
function countNames({ tests }: TestReport): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const { name, outcome } of tests) if (outcome !== 'skipped') names.set(name, (names.get(name) ?? 0) + 1);
  return names;
}

/** The number of tests. An error without the name of a test is one of a file, a hook or a set-up. */
function countTests({ passed, failed, errored, tests, truncated }: TestReport): number {
  const named = tests.filter(({ outcome }) => outcome === 'errored').length;
  return passed + failed + (truncated ? errored : Math.min(errored, named));
}

// a report with names for all of its tests
const isListed = (report: TestReport): boolean =>
  !report.truncated && report.tests.filter(({ outcome }) => outcome !== 'skipped').length >= countTests(report);
