import type { RunResult } from '@assay/schema';
import { complaintsOf } from './judgment-summary.ts';
import { formatSuite, type TestOutcome } from './junit-suite.ts';
import { isPassed, isUnanswered, nameOf, reasonsOf, sayTotals } from './runs.ts';

/** Runs as JUnit XML, one test case each. `error` and `unchecked` are errors, not failures. */
export const writeRunsJunit = (results: readonly RunResult[]): string =>
  formatSuite({
    program: 'assay run',
    name: sayTotals(results),
    cases: results.map((result) => {
      const reasons = [...reasonsOf(result), ...complaintsOf(result.judgment)];
      return {
        name: nameOf(result),
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
