import type { RunResult } from '@assay/schema';
import { judgmentProblems } from './judgment-summary.ts';
import { formatSuite, type TestOutcome } from './junit-suite.ts';
import { formatTotals, isPassed, isUnanswered, resultReasons, runDisplayName } from './runs.ts';

/** Runs as JUnit XML, one test case each. `error` and `unchecked` are errors, not failures. */
export const writeRunsJunit = (results: readonly RunResult[]): string =>
  formatSuite({
    program: 'assay run',
    name: formatTotals(results),
    cases: results.map((result) => {
      const reasons = [...resultReasons(result), ...judgmentProblems(result.judgment)];
      return {
        name: runDisplayName(result),
        classname: 'assay.run',
        type: result.result,
        duration_ms: result.wall_ms ?? 0,
        outcome: outcomeOf(result),
        message: `${result.result}: ${result.result_reason.message}`,
        details: reasons,
      };
    }),
    warnings: results.flatMap(({ warnings }) => warnings),
  });

function outcomeOf(result: RunResult): TestOutcome {
  if (isUnanswered(result)) return 'error';
  return isPassed(result) ? 'passed' : 'failure';
}
