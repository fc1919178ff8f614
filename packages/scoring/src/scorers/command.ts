import type { CommandAttempt, ScorerConfig } from '@assay/schema';
import { describeEnd, listAttempts } from '../command-end.ts';
import { readEvidence } from '../read-evidence.ts';
import { checkReport, partialScore } from '../reports/check-report.ts';
import { cannotScore, defineScorer, fail, pass, type ScorerOutcome } from '../scorer.ts';

/** Usually the tests: a command that was run in the workspace after the agent finished. */
export const command = defineScorer({
  type: 'command',
  title: 'The command succeeds',
  description: 'Passes when the command exits with 0 and its test report, if any, agrees.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['commands'],

  runs: ({ name, command, timeout_s, restore, repeat, isolated, report, report_file }) => ({
    name,
    command,
    timeout_s,
    restore,
    repeat,
    isolated,
    report,
    report_file,
  }),
  looksUp: ({ name, must_pass }) => ({ command: name, tests: must_pass }),

  score({ commands }, config) {
    const { name, command, repeat } = config;
    const evidence = readEvidence(commands, { what: 'the command', name });
    if (evidence.command !== command)
      cannotScore(
        `expected evidence of ${JSON.stringify(command)}, found that of ${JSON.stringify(evidence.command)}; gather it again`,
      );
    const attempts = listAttempts(evidence);
    const duration_ms = attempts.reduce((sum, attempt) => sum + attempt.duration_ms, 0);
    const judged = attempts.map((attempt) => judge(attempt, config));
    const failing = judged.findIndex(({ verdict }) => verdict !== 'PASS');
    const outcome = judged[failing] ?? judged.at(-1);
    if (failing < 0 && attempts.length < repeat)
      cannotScore(`expected ${repeat} attempts, found ${attempts.length}; gather it again`);
    if (outcome === undefined) return cannotScore('expected an attempt, found none; gather it again');
    const which = repeat === 1 ? '' : failing < 0 ? `${repeat} times ` : `attempt ${failing + 1} of ${repeat}: `;
    return { ...outcome, reason: `${which}${outcome.reason}`, duration_ms };
  },
});

type Config = ScorerConfig<'command'>;

// the exit decides; a report can only turn success into failure, and an undeclared one gives no partial credit
function judge(attempt: CommandAttempt, config: Config): ScorerOutcome {
  const ending = describeEnd(attempt, config.timeout_s);
  const exited = attempt.ended_by === 'exit' && attempt.exit_code !== null && !attempt.timed_out;
  if (ending !== undefined && !exited) return fail(0, ending);
  const report = config.report === 'none' ? null : attempt.report;
  if (report === null) {
    if (ending !== undefined) return fail(0, ending);
    refuseWithoutReport(config);
    return pass('exit code 0');
  }
  if (config.report !== undefined && report.format !== config.report)
    cannotScore(`expected a ${config.report} report, found one of ${report.format}; gather it again`);
  const objection = checkReport(report, ending === undefined, config);
  if (ending === undefined && objection === undefined)
    return pass(`exit code 0, ${report.passed} passed, ${report.skipped} skipped`);
  const reason = [ending, objection].filter((part) => part !== undefined).join(', ');
  return fail(config.report === undefined ? 0 : partialScore(report), reason);
}

function refuseWithoutReport({ report, report_file, min_tests, must_pass }: Config): void {
  const asked = (report !== undefined && report !== 'none') || min_tests !== undefined || must_pass.length > 0;
  if (!asked) return;
  const what = report === undefined || report === 'none' ? 'a test report' : `a ${report} report`;
  const where = report_file === undefined ? 'in what the command printed' : `in ${report_file}`;
  cannotScore(`expected ${what} ${where}, found none that can be read; see that the command makes one`);
}
