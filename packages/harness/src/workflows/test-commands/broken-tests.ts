import type { TestReport } from '@assay/schema';

const FAILING = new Set(['failed', 'errored']);
const countRun = ({ passed, failed, errored }: TestReport): number => passed + failed + errored;

/** Whether a report names the tests that it counts. */
export const isNamed = (report: TestReport | null): report is TestReport =>
  report !== null && !report.truncated && countRun(report) > 0 && report.tests.length >= countRun(report);

/** The tests that passed before and fail now, by name. */
export function findBroken(before: TestReport, now: TestReport): string[] {
  const passed = new Set(listNames(before, (outcome) => outcome === 'passed'));
  for (const name of listNames(before, (outcome) => outcome !== 'passed')) passed.delete(name);
  const failing = [...new Set(listNames(now, (outcome) => FAILING.has(outcome)))].filter((name) => passed.has(name));
  if (failing.length > 0) return failing;
  // some runners name only the tests that pass
  const listed = new Set(listNames(now, () => true));
  const missing = [...passed].filter((name) => !listed.has(name));
  return missing.length <= now.failed ? missing : [];
}

/** Whether every test that runs now also runs in a report of the original. */
export function runsNoOthers(original: TestReport, now: TestReport): boolean {
  const names = new Set(listNames(original, (outcome) => outcome !== 'skipped'));
  return listNames(now, (outcome) => outcome !== 'skipped').every((name) => names.has(name));
}

const listNames = ({ tests }: TestReport, keep: (outcome: string) => boolean): string[] =>
  tests.filter(({ outcome }) => keep(outcome)).map(({ name }) => name);
