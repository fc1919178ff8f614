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

/** What a comparison looks at, of a run that is stored. Refuses what is of another workspace, or has no grade. */
export async function measureStoredRun(
  store: Store,
  { organization_id, workspace_id, run_id }: StoredRunKey,
): Promise<MeasuredRun> {
  const stored = await store.runs.find(organization_id, run_id);
  if (stored === undefined || stored.workspace_id !== workspace_id)
    throw new AssayError('run_not_found', `Expected ${run_id} in the workspace ${workspace_id}, found no such run`);
  const { run, task_id, attempt } = stored;
  const graded = await store.grades.find(organization_id, run_id);
  if (run === null || graded === undefined)
    throw new AssayError('conflict', `Expected ${run_id} to be graded, found it ${stored.status}; wait until it is`);
  await store.evidence_retention.requireKept(organization_id, run_id);
  const task = await store.tasks.find(organization_id, task_id);
  if (task === undefined) throw new AssayError('internal', `Expected the task ${task_id} of ${run_id}, found none`);
  const transcript = await store.run_evidence.read(organization_id, { run_id, attempt, name: 'transcript.jsonl' });
  return measureGraded({ run, task, interactions: readInteractions(transcript), grade: graded.grade });
}

// a run that never began has no transcript
function readInteractions(transcript: Buffer | undefined): Interaction[] {
  const lines = (transcript?.toString() ?? '').split('\n').filter((line) => line !== '');
  const entries = lines.map((line) => parse(TranscriptEntry, JSON.parse(line)));
  return pairInteractions(entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength))).interactions;
}
