import { randomBytes } from 'node:crypto';
import { compareRuns, type MeasuredRun, selectComparable } from '@assay/harness';
import { AssayError, type OrganizationId, type RunId, type WorkspaceId } from '@assay/schema';
import type { ComparisonPreview } from '@assay/schema/api';
import { createSerialQueue } from '../runs/one-at-a-time.ts';
import type { Store } from '../store/store.ts';
import type { ColumnKind } from '../store/tables/runs/run-charts.ts';
import { measureStoredRun } from './measure-stored-run.ts';

export interface PreviewOptions {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly columns: ColumnKind;
  /** Names of two columns. */
  readonly baseline: string;
  readonly candidate: string;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

// each run is read with its transcript while a person waits
const LIMITS = { searched: 1_000, per_side: 100, per_task: 20 } as const;

const inTurn = createSerialQueue();

/** Compares two columns of the matrix by their newest runs. Stores nothing. */
export const previewComparison = (store: Store, options: PreviewOptions): Promise<ComparisonPreview> =>
  inTurn(() => previewNow(store, options));

async function previewNow(store: Store, options: PreviewOptions): Promise<ComparisonPreview> {
  const { baseline, candidate, now } = options;
  if (baseline === candidate)
    throw new AssayError('invalid_input', `expected two different columns, found ${baseline} twice`, {
      path: 'candidate',
    });
  const found = {
    baseline: await findVersions(store, options, baseline),
    candidate: await findVersions(store, options, candidate),
  };
  const { picked, excluded, partial } = pickRuns(found.baseline, found.candidate);
  const measured = {
    baseline: await measureAll(store, options, picked.baseline),
    candidate: await measureAll(store, options, picked.candidate),
  };
  const comparable = selectComparable(measured.baseline, measured.candidate);
  const excluded_scenarios = [...excluded, ...comparable.excluded];
  if (comparable.baseline.length === 0)
    throw new AssayError('conflict', describeNothingShared(options, excluded_scenarios));
  const { comparison_id: _, ...comparison } = compareRuns({
    baseline: { label: baseline, runs: comparable.baseline },
    candidate: { label: candidate, runs: comparable.candidate },
    look: null,
    differences: [],
    seed: null,
    // the server does not know proofs made on other machines
    proven: new Set(),
    host: { now, entropy: (bytes) => new Uint8Array(randomBytes(bytes)) },
  });
  return { ...comparison, excluded_scenarios, partial };
}

type Version = Awaited<ReturnType<Store['run_charts']['versions']>>[number];

const findVersions = (
  store: Store,
  { organization_id, workspace_id, columns }: PreviewOptions,
  column: string,
): Promise<Version[]> =>
  store.run_charts.versions(organization_id, {
    workspace_id,
    ...(columns === 'agent' ? { agent_id: column } : { label: column }),
    limit: LIMITS.searched,
  });

type Excluded = ComparisonPreview['excluded_scenarios'];

interface Picked {
  readonly picked: { readonly baseline: readonly RunId[]; readonly candidate: readonly RunId[] };
  readonly excluded: Excluded;
  /** Whether runs of the picked versions were left out, or older ones were not searched. */
  readonly partial: boolean;
}

/** Of each shared scenario, the newest runs of the newest version that both sides ran. */
function pickRuns(baseline: readonly Version[], candidate: readonly Version[]): Picked {
  const byScenario = (runs: readonly Version[]) => Map.groupBy(runs, ({ scenario }) => scenario);
  const [before, after] = [byScenario(baseline), byScenario(candidate)];
  const excluded: Excluded = [];
  const shared: { baseline: readonly Version[]; candidate: readonly Version[] }[] = [];
  for (const scenario of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
    const [left, right] = [before.get(scenario) ?? [], after.get(scenario) ?? []];
    const known = new Set(left.map(({ task_digest }) => task_digest));
    const version = right.find(({ task_digest }) => known.has(task_digest))?.task_digest;
    const same = (run: Version) => run.task_digest === version;
    if (left.length === 0 || right.length === 0) excluded.push({ scenario, reason: 'only one side has runs of it' });
    else if (version === undefined) excluded.push({ scenario, reason: 'the sides ran different versions of it' });
    else shared.push({ baseline: left.filter(same), candidate: right.filter(same) });
  }
  const kept = shared.slice(0, LIMITS.per_side);
  const each = Math.min(LIMITS.per_task, Math.floor(LIMITS.per_side / Math.max(1, kept.length)));
  const pick = (side: 'baseline' | 'candidate') =>
    kept.flatMap((runs) => runs[side].slice(0, each).map(({ run_id }) => run_id));
  return {
    picked: { baseline: pick('baseline'), candidate: pick('candidate') },
    excluded,
    partial:
      Math.max(baseline.length, candidate.length) === LIMITS.searched ||
      shared.length > kept.length ||
      kept.some((runs) => Math.max(runs.baseline.length, runs.candidate.length) > each),
  };
}

async function measureAll(
  store: Store,
  { organization_id, workspace_id, signal }: PreviewOptions,
  run_ids: readonly RunId[],
): Promise<MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  // one at a time: each loads its transcript into memory
  for (const run_id of run_ids) {
    signal.throwIfAborted();
    const run = await measureStoredRun(store, { organization_id, workspace_id, run_id }).catch(skipRemoved);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

// newer runs may still have their evidence
function skipRemoved(error: unknown): undefined {
  if (error instanceof AssayError && error.code === 'evidence_removed') return undefined;
  throw error;
}

function describeNothingShared({ baseline, candidate }: PreviewOptions, excluded: Excluded): string {
  const [first] = excluded.filter(({ reason }) => reason !== 'only one side has runs of it');
  const why = first === undefined ? 'they share no scenario' : `${first.scenario}: ${first.reason}`;
  return `${baseline} and ${candidate} cannot be compared: ${why}; run both on the same scenarios`;
}
