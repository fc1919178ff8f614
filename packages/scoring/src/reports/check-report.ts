import type { CommandAttempt, TestReport } from '@assay/schema';
import { findTest } from './find-test.ts';

interface Expected {
  readonly min_tests?: number | undefined;
  readonly must_pass: readonly string[];
}

/** The number of tests that ran. */
const executed = ({ passed, failed, errored }: TestReport): number => passed + failed + errored;

/**
 * What a report shows against a command, given whether it exited with 0; undefined when both agree on success. A report
 * never makes up for a failed command.
 */
export function checkReport(report: TestReport, succeeded: boolean, expected: Expected): string | undefined {
  const { failed, errored, skipped } = report;
  const failing = failed + errored;
  if (executed(report) === 0) return skipped > 0 ? `all_skipped: ${skipped} tests, none of them run` : 'no_tests_ran';
  if (!succeeded && failing === 0) return 'inconsistent_report: the report has no test that failed';
  if (!succeeded) return `${failing} of ${executed(report)} tests failed`;
  if (failing > 0) return `inconsistent_report: exit code 0 although ${failing} of ${executed(report)} tests failed`;
  const denied = findDenied(report);
  if (denied !== undefined)
    return `inconsistent_report: ${JSON.stringify(denied)} failed, but no test was counted as such`;
  const { min_tests = 0, must_pass } = expected;
  if (executed(report) < min_tests)
    return `too_few_tests: ${executed(report)} were run, at least ${min_tests} expected`;
  const missed = must_pass.filter((name) => findTest(report, name) !== 'passed');
  return missed.length === 0 ? undefined : `must_pass: ${describeMissed(report, missed)}`;
}

/** How the exit code of a command and its test report contradict each other; undefined if they do not. */
export function findContradiction({ exit_code, report }: Pick<CommandAttempt, 'exit_code' | 'report'>) {
  if (exit_code === null || report === null || executed(report) === 0) return undefined;
  const failing = report.failed + report.errored;
  if ((exit_code === 0) === (failing === 0)) return undefined;
  return `exit code ${exit_code} although ${failing === 0 ? 'none' : failing} of ${executed(report)} tests failed`;
}

/** A test that failed and did not pass when it was run again. */
function findDenied({ tests }: TestReport): string | undefined {
  const passed = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name));
  return tests.find(({ name, outcome }) => (outcome === 'failed' || outcome === 'errored') && !passed.has(name))?.name;
}

const MOST_NAMED = 5;

/** Tests that did not pass, each with its outcome. */
export function describeMissed(report: TestReport, names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMED).map((name) => `${JSON.stringify(name)} ${FATES[findTest(report, name)]}`);
  return [...told, ...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : [])].join(', ');
}

const FATES = {
  passed: 'passed',
  failed: 'failed',
  errored: 'could not be run',
  skipped: 'was skipped',
  missing: 'is not in the report',
} as const;

/** The share of tests that passed; 0 when all did, because then something else failed. */
export function partialScore(report: TestReport): number {
  const share = executed(report) === 0 ? 0 : report.passed / executed(report);
  return share === 1 ? 0 : share;
}
