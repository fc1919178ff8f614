import type { TestReport } from '@assay/schema';

const MOST_NAMED = 5;

// these name the tests of a file only if one of them fails
const NAMES_FAILING: ReadonlySet<TestReport['format']> = new Set(['vitest', 'jest']);

/**
 * Which tests of an earlier report were not run: by name, or by number where a report has no names. Undefined if all
 * were. Tests that were skipped earlier do not count.
 */
export function findUnrun(report: TestReport, before: TestReport): string | undefined {
  const named = before.tests.filter(({ outcome }) => outcome !== 'skipped').map(({ name }) => name);
  const run = new Set(report.tests.filter(({ outcome }) => outcome !== 'skipped').map(({ name }) => name));
  const missing = named.filter((name) => !run.has(name));
  if (missing.length > 0 && isListed(report)) {
    const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
    const names = missing.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
    return `${missing.length} of ${countRun(before)} tests of the baseline: ${names.join(', ')}${more}`;
  }
  if (countRun(report) < countRun(before)) return `${countRun(report)} ran, ${countRun(before)} at the baseline`;
  // tests of the same name are listed once
  const unnamed = missing.length > 0 && isListed(before) && before.passed > 0 && !NAMES_FAILING.has(before.format);
  return unnamed && !isListed(report) && !report.truncated
    ? `the report names ${report.tests.length} of its ${countRun(report)} tests; at the baseline it named all`
    : undefined;
}

const countRun = ({ passed, failed, errored }: TestReport): number => passed + failed + errored;

// a report with names for all of its tests
const isListed = (report: TestReport): boolean => !report.truncated && report.tests.length >= countRun(report);
