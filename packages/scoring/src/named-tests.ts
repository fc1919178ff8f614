import type { CommandAttempt, CommandEvidence, Evidence, ScorerConfig, TestOutcome } from '@assay/schema';
import { describeEnd, hasNoReport, listAttempts } from './command-end.ts';
import { readEvidence } from './read-evidence.ts';
import { describeMissed, findContradiction } from './reports/check-report.ts';
import { findTest } from './reports/find-test.ts';
import { cannotScore, fail, notApplicable, pass, type ScorerOutcome, type TestLookup } from './scorer.ts';

type Config = ScorerConfig<'fail_to_pass' | 'pass_to_pass'>;
type Commands = Pick<Evidence, 'commands' | 'baseline_commands'>;

/** How a test ended before and now; `unknown` when the baseline was not measured or has no report. */
interface Course {
  readonly before: TestOutcome | 'missing' | 'unknown';
  readonly now: TestOutcome | 'missing';
}

interface Rule {
  /** Whether a test counts, given how it ended at the baseline. */
  readonly counts: (course: Course) => boolean;
  /** How to describe those that do not count. */
  readonly left_out: string;
}

export const lookUpNamed = ({ command, tests }: Config): TestLookup => ({ command, tests });

export const compareNamed = ({ command }: Config): string => command;

/** Whether every test that counts passed in each run of the command; a skipped or missing test did not. */
export function scoreNamed({ commands, baseline_commands }: Commands, config: Config, rule: Rule): ScorerOutcome {
  const evidence = readEvidence(commands, { what: 'the command', name: config.command });
  const baseline = Object.hasOwn(baseline_commands, config.command) ? baseline_commands[config.command] : undefined;
  const before = findBefore(baseline);
  const never_reports = hasNoReport(baseline);
  const { tests } = config;
  const outcomes = listAttempts(evidence).map((attempt) => judge(attempt, { tests, before, never_reports, rule }));
  return outcomes.toSorted((a, b) => (a.score ?? 1) - (b.score ?? 1))[0] ?? cannotScore('found no attempt');
}

function findBefore(baseline: CommandEvidence | undefined): (test: string) => Course['before'] {
  const report = baseline?.report ?? null;
  return report === null ? () => 'unknown' : (test) => findTest(report, test);
}

interface Named {
  readonly tests: readonly string[];
  readonly before: (test: string) => Course['before'];
  readonly never_reports: boolean;
  readonly rule: Rule;
}

function judge(attempt: CommandAttempt, { tests, before, never_reports, rule }: Named): ScorerOutcome {
  const { report } = attempt;
  if (report === null) {
    const ending = describeEnd(attempt);
    if (ending === undefined && never_reports)
      return cannotScore('expected a test report of the command, found none at the baseline either; give it a report');
    return fail(0, `no report of the tests: ${ending ?? 'exit code 0'}`);
  }
  const counted = tests.filter((test) => rule.counts({ before: before(test), now: findTest(report, test) }));
  const left_out = tests.length - counted.length;
  const notes = [left_out === 0 ? undefined : `${left_out} ${rule.left_out}`, findContradiction(attempt)];
  const note = notes.flatMap((each) => (each === undefined ? [] : `; ${each}`)).join('');
  if (counted.length === 0) return notApplicable(`all ${left_out} tests ${rule.left_out}`);
  const missed = counted.filter((test) => findTest(report, test) !== 'passed');
  if (missed.length === 0) return pass(`all ${counted.length} tests passed${note}`);
  const score = (counted.length - missed.length) / counted.length;
  const words = `${missed.length} of ${counted.length} tests did not pass: ${describeMissed(report, missed)}`;
  return fail(score, `${words}${note}`);
}
