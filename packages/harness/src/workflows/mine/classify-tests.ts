import type { TestOutcome, TestReport } from '@assay/schema';
import { findTest } from '@assay/scoring';
import { RejectedError } from '../rejection.ts';
import { isNamed } from '../test-commands/broken-tests.ts';
import type { CopyRun } from '../test-commands/test-copy.ts';

/** What a change does to its tests, the same in every run. */
export interface ClassifiedTests {
  /** Not passing before, passing after. */
  readonly fail_to_pass: readonly string[];
  readonly pass_to_pass: readonly string[];
  /** Those with different outcomes in runs of the same files. */
  readonly flaky: readonly string[];
  /** Whether every test that ran before also runs after, by name. */
  readonly same_tests: boolean;
  /** Whether the command succeeds after the change, and its report agrees. */
  readonly succeeds: boolean;
}

type Ran = Pick<CopyRun, 'exit_code' | 'timed_out' | 'report' | 'output'>;

interface Runs {
  /** The seed with the changed tests. */
  readonly red: readonly Ran[];
  /** The commit. */
  readonly green: readonly Ran[];
  /** The seed with its own tests, if the changed ones cannot even be collected there; without those that changed. */
  readonly old?: Ran | undefined;
}

/** Whether tests without the change say nothing, because none of them could be collected or compiled. */
export function hidesAll({ red, green }: { readonly red: Ran; readonly green: Ran }): boolean {
  const names = new Set(red.report?.tests.map(({ name }) => name));
  return !(green.report?.tests ?? []).some(({ name }) => names.has(name));
}

/** Compares runs of the tests without and with the change. Throws if they do not make a task. */
export function classifyTests({ red, green, old }: Runs): ClassifiedTests {
  if ([...red, ...green].some(({ timed_out }) => timed_out)) throw new RejectedError('timeout');
  const after = green.map(requireReport);
  const before = red.map(readRed);
  const names = [...new Set([...before, ...after].flatMap((report) => report?.tests.map(({ name }) => name) ?? []))];
  const outcomes = names.map((name) => ({
    name,
    before: before.map((report) => findOutcome(report, name)),
    after: after.map((report) => findOutcome(report, name)),
  }));
  const flaky = outcomes.filter((each) => isMixed(each.before) || isMixed(each.after)).map(({ name }) => name);
  const stable = outcomes.filter(({ name }) => !flaky.includes(name));
  const passing = stable.filter((each) => each.after[0] === 'passed');
  const passes_before = ({ name, before: [outcome] }: (typeof outcomes)[number]): boolean =>
    outcome === 'passed' || findOutcome(old?.report ?? null, name) === 'passed';
  const pass_to_pass = passing.filter(passes_before).map(({ name }) => name);
  const fail_to_pass = passing.filter((each) => !passes_before(each)).map(({ name }) => name);
  if (fail_to_pass.length === 0)
    throw explain({ flaky, passing: passing.length, failing: stable.length - passing.length });
  const gone = stable.some((each) => each.after[0] === 'missing' && each.before[0] !== 'skipped');
  return {
    fail_to_pass,
    pass_to_pass,
    flaky,
    same_tests: !gone && flaky.length === 0,
    succeeds: green.every(({ exit_code, report }) => exit_code === 0 && report?.failed === 0 && report.errored === 0),
  };
}

function requireReport({ report }: Ran): TestReport {
  if (!isNamed(report)) throw new RejectedError('never_green', 'no report that names the tests');
  if (report.passed === 0) throw new RejectedError('never_green', 'no test passes');
  return report;
}

// without the change, tests may not even compile: that is a failure like any other
function readRed({ exit_code, report }: Ran): TestReport | null {
  if (exit_code === 0 && report === null)
    throw new RejectedError('tests_do_not_apply', 'without the change, they run without a report');
  return report;
}

const findOutcome = (report: TestReport | null, name: string): TestOutcome | 'missing' =>
  report === null ? 'missing' : findTest(report, name);

const isMixed = (outcomes: readonly string[]): boolean =>
  new Set(outcomes.map((one) => (one === 'passed' ? 'passed' : 'other'))).size > 1;

function explain({
  flaky,
  passing,
  failing,
}: {
  flaky: readonly string[];
  passing: number;
  failing: number;
}): RejectedError {
  if (flaky.length > 0) return new RejectedError('flaky', flaky.slice(0, 5).join(', '));
  if (passing > 0) return new RejectedError('already_green', `${passing} tests pass with and without the change`);
  return new RejectedError('never_green', `${failing} tests fail`);
}
