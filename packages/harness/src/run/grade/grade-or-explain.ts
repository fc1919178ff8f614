import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunFailure } from '@assay/schema';
import { failedGrade } from '@assay/scoring';
import { type Host, instant } from '../../contracts/host.ts';
import { readRunFolder } from '../folders/read-run-folder.ts';
import { formatJson } from '../folders/run-folders.ts';
import { FAILURE_CLASSES } from '../outcome/failure-classes.ts';
import { toRunFailureError } from '../outcome/run-failure-error.ts';

export interface ExplainOptions {
  readonly host: Pick<Host, 'now'>;
  readonly signal: AbortSignal;
  /** Frees disk space for the failed grade. */
  readonly onDiskFull: () => Promise<void>;
}

/**
 * Grades a run folder. On failure it writes a grade that only says so: the agent's work is paid for and can
 * be regraded.
 */
export async function gradeOrExplain(
  folder: string,
  grade: () => Promise<unknown>,
  { host, signal, onDiskFull }: ExplainOptions,
): Promise<void> {
  try {
    await grade();
  } catch (error) {
    signal.throwIfAborted();
    const failure = describeFailure(error);
    if (failure.class === 'disk_full') await onDiskFull();
    const { evidence } = await readRunFolder(folder);
    const failed = failedGrade(evidence, { failure, graded_at: instant(host.now()) });
    await writeFile(join(folder, 'grade.json'), formatJson(failed));
  }
}

function describeFailure(error: unknown): RunFailure {
  const { failure_class, message } = toRunFailureError(error, 'grader_error');
  return { class: failure_class, side: FAILURE_CLASSES[failure_class].side, message };
}
