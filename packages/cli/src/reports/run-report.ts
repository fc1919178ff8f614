import { writeFile } from 'node:fs/promises';
import { reportRun } from '@assay/harness';
import type { RunResult } from '@assay/schema';
import { buildReport } from './html.ts';

/** Writes the single-file report of runs from their folders. */
export async function writeRunReport(file: string, results: readonly RunResult[]): Promise<void> {
  const runs = [];
  for (const result of results) runs.push(await reportRun(result));
  await writeFile(file, await buildReport(runs));
}
