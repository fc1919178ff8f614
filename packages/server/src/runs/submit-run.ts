import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { openScratchFolder } from '../scratch/scratch-folder.ts';
import type { SaveInTransaction } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import { readSentScores } from '../sinks/sent-scores.ts';
import { toScoredRun } from '../sinks/to-scored-run.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import { appendRunEvaluation } from './append-run-evaluation.ts';
import { findSameRun } from './find-same-run.ts';
import { gradeOnThread } from './grading-thread.ts';
import { putRunFiles, type SavedRun, saveGradedRun } from './save-graded-run.ts';

interface Submission {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** Unpacks the submitted files into a folder. */
  readonly unpack: (into: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Stores the run in one transaction with related writes. */
  readonly keep: SaveInTransaction<SubmittedRun & SavedRun>;
}

/** A stored run with the warnings of its grading. */
export interface SubmittedRun extends Pick<SavedRun, 'run'> {
  readonly warnings: readonly string[];
  /** Whether the same run was stored before. */
  readonly repeated: boolean;
}

const MIB = 1024 * 1024;
// these are read whole; the harness writes far less
const LARGEST: Readonly<Record<string, number>> = {
  'run.json': MIB,
  'evidence.json': 16 * MIB,
  'judgments.jsonl': 16 * MIB,
  'transcript.jsonl': 128 * MIB,
};

// one at a time: unpacked runs take disk space; each that waits holds its archive on disk
const inTurn = createFairQueue({ most_waiting: 32 });

/** Grades a submitted run, stores it and counts it for its agent. The same files are stored once. */
export const submitRun = (
  services: Pick<Services, 'store' | 'sinks' | 'now'>,
  submission: Submission,
): Promise<SubmittedRun> => inTurn(submission.organization_id, () => submit(services, submission));

async function submit(
  { store, sinks, now }: Pick<Services, 'store' | 'sinks' | 'now'>,
  { organization_id, workspace_id, unpack, signal, keep }: Submission,
): Promise<SubmittedRun> {
  signal.throwIfAborted();
  await using scratch = await openScratchFolder();
  const folder = join(scratch.path, 'run');
  await mkdir(folder);
  await unpack(folder);
  await refuseLarge(folder);
  const same = await findSameRun(store, organization_id, folder);
  if (same !== undefined) return { run: same, warnings: [], repeated: true };
  // an empty root: the server has no judge calibrations
  const root = join(scratch.path, 'root');
  // for evidence without a latency baseline
  const baseline = await store.runs.findBaseline(organization_id, { workspace_id });
  const scorecard_weights = (await store.workspaces.find(organization_id, workspace_id))?.weights ?? null;
  const job = { kind: 'submitted', folder, root, now_ms: now(), baseline, scorecard_weights } as const;
  const { grade, warnings } = await gradeOnThread(organization_id, job, signal);
  const sent = await readSentScores(folder);
  const put = await putRunFiles(store, { organization_id, folder, grade });
  const graded = { organization_id, workspace_id, attempt: null, folder, grade, baseline, put };
  const kept = await keep(async (within) => ({
    ...(await saveGradedRun(within.store, graded)),
    ...{ warnings, repeated: false },
  }));
  // a separate commit: if the process ends first, the settling chore counts the run
  const { run, task } = kept.evidence;
  await appendRunEvaluation(store, organization_id, { run, grade: kept.grade, task });
  const scored = toScoredRun({ organization_id, workspace_id, run, grade: kept.grade });
  if (scored !== null) sinks?.emit(scored, sent);
  return kept;
}

async function refuseLarge(folder: string): Promise<void> {
  for (const [name, limit] of Object.entries(LARGEST)) {
    const size = (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
    if (size > limit)
      throw new AssayError('payload_too_large', `${name} has ${size} bytes; at most ${limit} are allowed`);
  }
}
