import { type MeasuredRun, measureGraded } from '@assay/harness';
import {
  AssayError,
  type Interaction,
  type OrganizationId,
  parse,
  type RunId,
  TranscriptEntry,
  type WorkspaceId,
} from '@assay/schema';
import { measureEntry, pairInteractions } from '@assay/scoring';
import type { Store } from '../store/store.ts';

export interface StoredRunKey {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly run_id: RunId;
}

/** The measurements of a stored run for a comparison. Rejects runs of another workspace and runs without a grade. */
export async function measureStoredRun(
  store: Store,
  { organization_id, workspace_id, run_id }: StoredRunKey,
): Promise<MeasuredRun> {
  const stored = await store.runs.find(organization_id, run_id);
  if (stored === undefined || stored.workspace_id !== workspace_id)
    throw new AssayError('run_not_found', `There is no run ${run_id} in the workspace ${workspace_id}`);
  const { run, task_id, attempt } = stored;
  const graded = await store.grades.find(organization_id, run_id);
  if (run === null || graded === undefined)
    throw new AssayError(
      'conflict',
      `The run ${run_id} is ${stored.status} and not graded yet; wait until it is graded`,
    );
  await store.evidence_retention.requireKept(organization_id, run_id);
  const task = await store.tasks.find(organization_id, task_id);
  if (task === undefined) throw new AssayError('internal', `The task ${task_id} of ${run_id} is missing`);
  const transcript = await store.run_evidence.read(organization_id, { run_id, attempt, name: 'transcript.jsonl' });
  return measureGraded({ run, task, interactions: readInteractions(transcript), grade: graded.grade });
}

// a run that never started has no transcript
function readInteractions(transcript: Buffer | undefined): Interaction[] {
  const lines = (transcript?.toString() ?? '').split('\n').filter((line) => line !== '');
  const entries = lines.map((line) => parse(TranscriptEntry, JSON.parse(line)));
  return pairInteractions(entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength))).interactions;
}
