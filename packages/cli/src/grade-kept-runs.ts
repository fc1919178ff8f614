import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '@assay/schema';
import { findReportSubject, listRunFolders } from './find-report-subject.ts';

/** The stored runs in these folders with their grades; null if any path is something else. */
export async function findStoredRuns(paths: readonly string[]): Promise<readonly RunResult[] | null> {
  const kept = await Promise.all(
    paths.map(async (path) => (await isRun(path)) || (await listRunFolders(path)).length > 0),
  );
  if (paths.length === 0 || !kept.every(Boolean)) return null;
  const folder = process.cwd();
  return (await findReportSubject(paths, { folder, root: join(folder, '.assay') })).results;
}

const isRun = (path: string): Promise<boolean> =>
  stat(join(path, 'evidence.json')).then(
    (found) => found.isFile(),
    () => false,
  );
