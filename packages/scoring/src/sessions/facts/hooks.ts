import type { SessionCheck } from '@assay/schema';
import { readReport } from '../../reports/index.ts';
import { withoutColors } from '../../reports/text/lines.ts';

const LONGEST = 40_000;

/** The result of the tests that a hook ran, if the output of a commit or a push has their report. */
export function readHookResult(output: string): SessionCheck['result'] | null {
  const report = readReport(withoutColors(output.slice(-LONGEST)));
  if (report === null || report.passed + report.failed + report.errored === 0) return null;
  return report.failed + report.errored > 0 ? 'failed' : 'passed';
}
