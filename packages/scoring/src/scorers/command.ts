import type { CommandAttempt, CommandEvidence, Evidence, ScorerConfig, TestReport } from '@assay/schema';
import { describeEnd, hasNoReport, listOwnAttempts } from '../command-end.ts';
import { readEvidence } from '../read-evidence.ts';
import { checkReport, partialScore } from '../reports/check-report.ts';
import { findUnrun } from '../reports/find-unrun.ts';
import { describeForged } from '../reports/forged-tests.ts';
import { cannotScore, defineScorer, fail, pass, type ScorerOutcome } from '../scorer.ts';

/** Usually the tests: a command that was run in the workspace after the agent finished. */
export const command = defineScorer({
  type: 'command',
  title: 'The command succeeds',
  description:
    "Passes when the command exits with 0 and its test report, if any, agrees: in the agent's tree and in a clean checkout of its change.",
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['commands', 'baseline_commands'],

  runs: ({ name, command, timeout_s, restore, repeat, isolated, report, report_file, tree, control }) => ({
    name,
    command,
    timeout_s,
    restore,
    repeat,
    isolated,
    report,
    report_file,
    tree,
    control,
  }),
  looksUp: ({ name, must_pass }) => ({ command: name, tests: must_pass }),
  compares: ({ name, same_tests, report }) => (same_tests && report !== 'none' ? name : null),

  score({ commands, baseline_commands }, config) {
    const { name, command, tree } = config;
    const evidence = readEvidence(commands, { what: 'the command', name });
    if (evidence.command !== command)
      cannotScore(
        `expected evidence of ${JSON.stringify(command)}, found that of ${JSON.stringify(evidence.command)}; gather it again`,
      );
    const expected = { config, ...findBaseline(baseline_commands, config) };
    const before = Object.hasOwn(baseline_commands, name) ? baseline_commands[name] : undefined;
    const first = judgeRuns(evidence, expected);
    if (first.verdict !== 'PASS') return first;
    if (evidence.clean === undefined) return judgeControl(evidence, before) ?? first;
    const second = judgeRuns(evidence.clean, expected);
    const duration_ms = (first.duration_ms ?? 0) + (second.duration_ms ?? 0);
    if (second.verdict === 'PASS') return judgeControl(evidence, before) ?? { ...second, duration_ms };
    const reason = `passes only in the agent's own tree; in a clean checkout of its change: ${second.reason}`;
    return { ...second, reason: tree === 'both' ? reason : second.reason, duration_ms };
  },
});

type Config = ScorerConfig<'command'>;
type Ran = Omit<CommandEvidence, 'clean' | 'control' | 'touched' | 'elsewhere'>;

function judgeControl(evidence: CommandEvidence, before: CommandEvidence | undefined): ScorerOutcome | undefined {
  const forged = describeForged(evidence, before);
  return forged === undefined ? undefined : fail(0, `tests_forged: ${forged}`);
}

interface Expected {
  readonly config: Config;
  /** The report at the baseline; null if there was none. */
  readonly before: TestReport | null;
  readonly never_reports: boolean;
}

function findBaseline(commands: Evidence['baseline_commands'], config: Config): Omit<Expected, 'config'> {
  const found = Object.hasOwn(commands, config.name) ? commands[config.name] : undefined;
  return {
    before: config.same_tests ? (found?.report ?? null) : null,
    never_reports: hasNoReport(found),
  };
}

function judgeRuns(evidence: Ran, expected: Expected): ScorerOutcome {
  const { repeat } = expected.config;
  const attempts = listOwnAttempts(evidence);
  const duration_ms = attempts.reduce((sum, attempt) => sum + attempt.duration_ms, 0);
  const judged = attempts.map((attempt) => judge(attempt, expected));
  const failing = judged.findIndex(({ verdict }) => verdict !== 'PASS');
  const outcome = judged[failing] ?? judged.at(-1);
  if (failing < 0 && attempts.length < repeat)
    cannotScore(`expected ${repeat} attempts, found ${attempts.length}; gather it again`);
  if (outcome === undefined) return cannotScore('expected an attempt, found none; gather it again');
  const which = repeat === 1 ? '' : failing < 0 ? `${repeat} times ` : `attempt ${failing + 1} of ${repeat}: `;
  return { ...outcome, reason: `${which}${outcome.reason}`, duration_ms };
}

// the exit decides; a report can only turn success into failure, and an undeclared one gives no partial credit
function judge(attempt: CommandAttempt, { config, before, never_reports }: Expected): ScorerOutcome {
  const ending = describeEnd(attempt, config.timeout_s);
  const exited = attempt.ended_by === 'exit' && attempt.exit_code !== null && !attempt.timed_out;
  if (ending !== undefined && !exited) return fail(0, ending);
  const report = config.report === 'none' ? null : attempt.report;
  if (report === null) {
    if (ending !== undefined) return fail(0, ending);
    // a program that ends its runner early leaves no report
    if (before !== null) return fail(0, `report_missing: exit code 0 without the report of the ${before.format} tests`);
    return judgeWithoutReport(config, never_reports) ?? pass('exit code 0');
  }
  if (config.report !== undefined && report.format !== config.report)
    cannotScore(`expected a ${config.report} report, found one of ${report.format}; gather it again`);
  const objection = checkReport(report, ending === undefined, config) ?? checkSame(report, before);
  if (ending === undefined && objection === undefined)
    return pass(`exit code 0, ${report.passed} passed, ${report.skipped} skipped${describeSource(report)}`);
  const reason = [ending, objection].filter((part) => part !== undefined).join(', ');
  return fail(config.report === undefined ? 0 : partialScore(report), `${reason}${describeSource(report)}`);
}

// what a runner prints for people says less than its report, and changes with its version
const describeSource = ({ source }: TestReport): string => (source === 'text' ? ', read from text' : '');

function checkSame(report: TestReport, before: TestReport | null): string | undefined {
  const unrun = before === null ? undefined : findUnrun(report, before);
  return unrun === undefined ? undefined : `tests_not_run: ${unrun}`;
}

function judgeWithoutReport(
  { report, report_file, min_tests, must_pass }: Config,
  never_reports: boolean,
): ScorerOutcome | undefined {
  const asked = (report !== undefined && report !== 'none') || min_tests !== undefined || must_pass.length > 0;
  if (!asked) return undefined;
  const what = report === undefined || report === 'none' ? 'a test report' : `a ${report} report`;
  const where = report_file === undefined ? 'in what the command printed' : `in ${report_file}`;
  const reason = `expected ${what} ${where}, found none that can be read`;
  if (never_reports) cannotScore(`${reason}, as at the baseline; see that the command makes one`);
  return fail(0, `report_missing: exit code 0; ${reason}`);
}
