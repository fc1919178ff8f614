import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, type Grade, type LatencyBaseline, parse, Run } from '@assay/schema';
import { scoreEvidence } from '@assay/scoring';
import type { Host } from '../host.ts';
import { readStanding } from '../judge/calibration/standing.ts';
import { gradeStored } from './grade-run-folder.ts';
import { type RunFolder, readRunFolder } from './read-run-folder.ts';
import { formatJson } from './run-folders.ts';
import { storedOpinion } from './stored-opinion.ts';

export interface GradeSubmittedOptions {
  readonly host: Host;
  /** Where calibrations of judges are kept. */
  readonly root: string;
  readonly baseline: LatencyBaseline | null;
  readonly signal: AbortSignal;
}

/** A run that somebody sent, graded here. */
export interface GradedSubmission {
  readonly run: RunFolder;
  readonly grade: Grade;
  readonly warnings: readonly string[];
}

/**
 * Grades the folder of a run that somebody sent as if it had no grade: whoever sent it may have written that as well.
 * What judges replied is evidence, and is read again; the grade in the folder is replaced by the one made here.
 */
export async function gradeSubmittedRun(
  folder: string,
  { host, root, baseline, signal }: GradeSubmittedOptions,
): Promise<GradedSubmission> {
  const run = await readRunFolder(folder);
  await refuseContradictions(folder, run);
  const results = scoreEvidence(run.evidence);
  const shared = { host, baseline, signal, results };
  const first = await gradeStored(run, shared);
  signal.throwIfAborted();
  const graded = run.calls.length === 0 ? null : await gradeJudged(run, { first, shared, root });
  const grade = graded?.grade ?? first;
  await writeFile(join(folder, 'grade.json'), formatJson(grade));
  return { run, grade, warnings: graded?.warnings ?? [] };
}

async function gradeJudged(
  run: RunFolder,
  { first, shared, root }: { first: Grade; shared: Parameters<typeof gradeStored>[1]; root: string },
): Promise<{ grade: Grade; warnings: readonly string[] }> {
  const { opinion, warnings } = await storedOpinion(run, {
    results: shared.results,
    grades: [first],
    standingOf: (judge) => readStanding(root, judge),
  });
  return { grade: await gradeStored(run, { ...shared, opinion }), warnings };
}

// parts of one folder that speak of different runs were put together by hand
async function refuseContradictions(folder: string, { evidence }: RunFolder): Promise<void> {
  const { run, task } = evidence;
  const told = await readFile(join(folder, 'run.json'), 'utf8').catch(() => null);
  if (told !== null && readRunId(told) !== run.run_id)
    throw contradiction('run.json to be of the run of evidence.json');
  if (run.task_id !== task.task_id || run.task_digest !== task.task_digest)
    throw contradiction('the run of evidence.json to be of its task');
}

function readRunId(text: string): string {
  try {
    return parse(Run, JSON.parse(text)).run_id;
  } catch (cause) {
    throw new AssayError('unreadable_file', `run.json cannot be read: ${(cause as Error).message}`, { cause });
  }
}

const contradiction = (expected: string): AssayError =>
  new AssayError('invalid_input', `expected ${expected}, found another: send the folder as it was written`);
