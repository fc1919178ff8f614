import { writeFile } from 'node:fs/promises';
import type { Comparison, RunResult } from '@assay/schema';
import { redact } from '@assay/scoring';
import { buildReport } from '../html.ts';
import { reportRuns } from '../run-report.ts';

/** Writes the single-file report of a comparison with the pages of its runs. */
export async function writeComparisonReport(
  file: string,
  comparison: Comparison,
  results: readonly RunResult[],
): Promise<void> {
  await writeFile(file, await buildComparisonReport(comparison, results));
}

/** Builds the same report as a string. */
export const buildComparisonReport = async (comparison: Comparison, results: readonly RunResult[]): Promise<string> =>
  await buildReport(await reportRuns(results), redact(comparison).value);
