import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, type Grade, type LatencyBaseline, parse, Run, StoredGrade } from '@assay/schema';
import { completeGrade, scoreEvidence } from '@assay/scoring';
import type { Host } from '../../contracts/host.ts';
import type { OpenedJudge } from '../../judge/open-judge.ts';
import { readCalibrationState } from '../../judge/standing.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { type RunFolder, readRunFolder } from '../folders/read-run-folder.ts';
import { formatJson } from '../folders/run-folders.ts';
import { gradeStored } from './grade-run-folder.ts';
import { formulaVersions, gradeAxisWeights } from './regrade-run.ts';
import { storedOpinion } from './stored-opinion.ts';

export interface GradeSubmittedOptions {
  readonly host: Host;
  /** Where judge calibrations are stored. */
  readonly root: string;
  /** The baseline for runs whose evidence predates this field. */
  readonly baseline: LatencyBaseline | null;
  /** Scorecard weights for a run submitted without a grade. */
  readonly scorecard_weights: Readonly<Record<string, number>> | null;
  readonly signal: AbortSignal;
}

/** A submitted run, graded here. */
export interface GradedSubmission {
  readonly run: RunFolder;
  readonly grade: Grade;
  /** Whether the submitted grade was kept because it matches the evidence. */
  readonly as_sent: boolean;
  readonly warnings: readonly string[];
}

/**
 * Grades a submitted run folder from its evidence alone, with the formulas its grade names, because the
 * sender may have written the grade too. A matching grade is kept byte for byte; any other is replaced. Judge
 * replies are evidence and are read again.
 */
export async function gradeSubmittedRun(folder: string, options: GradeSubmittedOptions): Promise<GradedSubmission> {
  const { signal } = options;
  const run = await readRunFolder(folder);
  await refuseContradictions(folder, run);
  const sent = await readSent(folder, run);
  // a grade of a newer version may name unknown formulas
  const { grade, warnings } = await gradeAsSent(run, { sent, options }).catch((error: unknown) => {
    if (sent === null || !(error instanceof AssayError)) throw error;
    return gradeAsSent(run, { sent: null, options });
  });
  signal.throwIfAborted();
  if (sent !== null && isSame(sent, grade)) return { run, grade: sent, as_sent: true, warnings };
  await writeFile(join(folder, 'grade.json'), formatJson(grade));
  return { run, grade, as_sent: false, warnings: [...warnings, ...(sent === null ? [] : [NOT_AS_SENT])] };
}

const NOT_AS_SENT = 'The submitted grade does not match the evidence. The run was graded again.';

// an unreadable grade counts as none
async function readSent(folder: string, { evidence }: RunFolder): Promise<Grade | null> {
  try {
    const stored = parse(StoredGrade, JSON.parse(await readFile(join(folder, 'grade.json'), 'utf8')));
    // a failed grade says nothing
    const counts = stored.run_id === evidence.run.run_id && stored.grading_failure === null;
    return counts ? completeGrade(stored, evidence.run) : null;
  } catch {
    return null;
  }
}

async function gradeAsSent(
  run: RunFolder,
  { sent, options }: { sent: Grade | null; options: GradeSubmittedOptions },
): Promise<{ grade: Grade; warnings: readonly string[] }> {
  const { host, root, baseline, signal } = options;
  const results = scoreEvidence(run.evidence);
  const shared = {
    ...{ host, signal, results },
    ...(run.evidence.baseline === undefined && { baseline }),
    ...(sent !== null && { formulas: formulaVersions(sent), weights: gradeAxisWeights(sent) }),
    scorecard_weights: sent === null ? options.scorecard_weights : (sent.scorecard?.weights ?? null),
    ...(sent?.label != null && { label: sent.label }),
    ...(sent?.interactions_judged === null && run.calls.length === 0 && { judge: BY_NOBODY }),
  };
  const first = await gradeStored(run, shared);
  if (run.calls.length === 0) return { grade: first, warnings: [] };
  const { opinion, warnings } = await storedOpinion(run, {
    results,
    grades: [first],
    standingOf: (judge) => readCalibrationState(root, judge),
  });
  return { grade: await gradeStored(run, { ...shared, opinion }), warnings };
}

const BY_NOBODY: OpenedJudge = { by: 'nobody', judge: null, remark: 'judge: none' };

// the time of grading does not depend on the evidence
function isSame(sent: Grade, { interaction_notes, ...grade }: Grade): boolean {
  const computed = sent.interaction_notes === undefined ? grade : { ...grade, interaction_notes };
  return canonicalDigest({ ...sent, graded_at: '' }) === canonicalDigest({ ...computed, graded_at: '' });
}

// a folder with parts of different runs was assembled by hand
async function refuseContradictions(folder: string, { evidence }: RunFolder): Promise<void> {
  const { run, task } = evidence;
  const told = await readFile(join(folder, 'run.json'), 'utf8').catch(() => null);
  if (told !== null && readRunId(told) !== run.run_id)
    throw contradiction('run.json to belong to the run in evidence.json');
  if (run.task_id !== task.task_id || run.task_digest !== task.task_digest)
    throw contradiction('the run in evidence.json to belong to its task');
}

function readRunId(text: string): string {
  try {
    return parse(Run, JSON.parse(text)).run_id;
  } catch (cause) {
    throw new AssayError('unreadable_file', `run.json cannot be read: ${(cause as Error).message}`, { cause });
  }
}

const contradiction = (expected: string): AssayError =>
  new AssayError('invalid_input', `expected ${expected}, found another; submit the folder unchanged`);
