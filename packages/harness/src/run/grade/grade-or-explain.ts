import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunFailure } from '@assay/schema';
import { failedGrade } from '@assay/scoring';
import { type Host, instant } from '../../contracts/host.ts';
import { readRunFolder } from '../folders/read-run-folder.ts';
import { formatJson } from '../folders/run-folders.ts';
import { FAILURE_CLASSES } from '../outcome/failure-classes.ts';
import { toFault } from '../outcome/fault.ts';

export interface ExplainOptions {
  readonly host: Pick<Host, 'now'>;
  readonly signal: AbortSignal;
  /** Makes room for what there is to say. */
  readonly onDiskFull: () => Promise<void>;
}

/**
 * Grades the folder of a run. Where that fails, the folder gets a grade that says so and nothing else: the agent has
 * been paid, and what it did can be graded again.
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
  const { failure_class, message } = toFault(error, 'grader_error');
  return { class: failure_class, side: FAILURE_CLASSES[failure_class].side, message };
}
