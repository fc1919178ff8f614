import type { MeasuredRun, NameTask } from '@assay/harness';
import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { Store } from '../store/store.ts';
import { measureStoredRun } from './measure-stored-run.ts';
import type { ExcludedTask, Sides, Version } from './pick-runs.ts';

export interface MeasurePickedOptions {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly picked: Sides<readonly Version[]>;
  readonly nameOf: NameTask;
  readonly signal: AbortSignal;
}

interface MeasuredSides extends Sides<readonly MeasuredRun[]> {
  readonly excluded: readonly ExcludedTask[];
  /** Whether the evidence of some runs was removed. */
  readonly partial: boolean;
}

/** Measures the runs of both sides, except tasks of which a side has no evidence left. */
export async function measurePicked(store: Store, options: MeasurePickedOptions): Promise<MeasuredSides> {
  const { picked, nameOf } = options;
  const baseline = await measureAll(store, options, picked.baseline);
  const candidate = await measureAll(store, options, picked.candidate);
  const listRemoved = (runs: readonly Version[], measured: readonly MeasuredRun[]) => {
    const kept = new Set(measured.map(nameOf));
    return runs.map(nameOf).filter((task_id) => !kept.has(task_id));
  };
  const removed = new Set([...listRemoved(picked.baseline, baseline), ...listRemoved(picked.candidate, candidate)]);
  const isKept = (run: MeasuredRun) => !removed.has(nameOf(run));
  return {
    baseline: baseline.filter(isKept),
    candidate: candidate.filter(isKept),
    excluded: [...removed].map((task_id) => ({ task_id, reason: 'the evidence of its runs was removed' })),
    partial: baseline.length < picked.baseline.length || candidate.length < picked.candidate.length,
  };
}

async function measureAll(
  store: Store,
  { organization_id, workspace_id, signal }: MeasurePickedOptions,
  picked: readonly Version[],
): Promise<MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  // one at a time: each loads its transcript into memory
  for (const { run_id } of picked) {
    signal.throwIfAborted();
    const run = await measureStoredRun(store, { organization_id, workspace_id, run_id }).catch(skipRemoved);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

function skipRemoved(error: unknown): undefined {
  if (error instanceof AssayError && error.code === 'evidence_removed') return undefined;
  throw error;
}
