import { writeFile } from 'node:fs/promises';
import { reportRun } from '@assay/harness';
import type { ReportedRun, RunResult } from '@assay/schema';
import { buildReport } from './html.ts';

/** Writes the single-file report of runs from their folders. */
export async function writeRunReport(file: string, results: readonly RunResult[]): Promise<void> {
  await writeFile(file, await buildReport(await reportRuns(results)));
}

/** Reads runs for the report, one at a time because a folder may be large. */
export async function reportRuns(results: readonly RunResult[]): Promise<ReportedRun[]> {
  const runs: ReportedRun[] = [];
  for (const result of results) runs.push(await reportRun(result));
  return runs;
}
