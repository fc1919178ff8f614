import type { CommandAttempt, CommandEvidence, ScorerConfig } from '@assay/schema';
import { attemptsOf, describeEnd } from './command-end.ts';
import { getOwn } from './get-own.ts';
import { describeMissed } from './reports/check-report.ts';
import { findTest } from './reports/find-test.ts';
import { cannotScore, fail, pass, type ScorerOutcome, type TestLookup } from './scorer.ts';

type Config = ScorerConfig<'fail_to_pass' | 'pass_to_pass'>;

export const lookUpNamed = ({ command, tests }: Config): TestLookup => ({ command, tests });

/** Whether every test that is named passed, each time the command was run; one that is skipped or gone did not. */
export function scoreNamed(
  { commands }: { readonly commands: Readonly<Record<string, CommandEvidence>> },
  { command, tests }: Config,
): ScorerOutcome {
  const evidence = getOwn(commands, { what: 'the command', name: command });
  const outcomes = attemptsOf(evidence).map((attempt) => judge(attempt, tests));
  return outcomes.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))[0] ?? cannotScore('found no attempt');
}

function judge(attempt: CommandAttempt, tests: readonly string[]): ScorerOutcome {
  const { report } = attempt;
  if (report === null) {
    const ending = describeEnd(attempt);
    if (ending !== undefined) return fail(0, `no report of the tests: ${ending}`);
    return cannotScore('expected a test report of the command, found none that can be read; give it a report');
  }
  const missed = tests.filter((name) => findTest(report, name) !== 'passed');
  if (missed.length === 0) return pass(`all ${tests.length} tests passed`);
  const score = (tests.length - missed.length) / tests.length;
  return fail(score, `${missed.length} of ${tests.length} tests did not pass: ${describeMissed(report, missed)}`);
}
