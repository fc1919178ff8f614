import type { RunResult } from '@assay/schema';
import { complaintsOf } from './judgment-summary.ts';
import { formatSuite, type TestOutcome } from './junit-suite.ts';
import { isInfrastructure, isPassed, nameOf, reasonsOf, sayTotals } from './runs.ts';

/** Runs as JUnit XML: a test case each. What is not the agent's failure is an error, not a failure. */
export const writeRunsJunit = (results: readonly RunResult[]): string =>
  formatSuite({
    program: 'assay run',
    name: sayTotals(results),
    cases: results.map((result) => {
      const reasons = [...reasonsOf(result), ...complaintsOf(result.judgment)];
      return {
        name: nameOf(result),
        classname: 'assay.run',
        type: result.failure?.class ?? 'scorers',
        duration_ms: result.wall_ms ?? 0,
        outcome: outcomeOf(result),
        message: reasons[0] ?? `${result.outcome}, scorers ${result.overall}`,
        details: reasons,
      };
    }),
    warnings: results.flatMap(({ warnings }) => warnings),
  });

function outcomeOf(result: RunResult): TestOutcome {
  if (isInfrastructure(result) || result.overall === 'ERROR') return 'error';
  return isPassed(result) ? 'passed' : 'failure';
}
