import { randomBytes } from 'node:crypto';
import { compareRuns, selectComparable, taskNamer } from '@assay/harness';
import { AssayError, type OrganizationId } from '@assay/schema';
import type { ComparisonPreview } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { ColumnKind } from '../store/tables/runs/run-charts.ts';
import type { RunFilter } from '../store/tables/runs/run-filter.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import { measurePicked } from './measure-picked.ts';
import { pickRuns, SEARCHED, type Version } from './pick-runs.ts';

export interface PreviewOptions {
  /** Who waits in line: a share link, or an organization. */
  readonly owner: string;
  readonly organization_id: OrganizationId;
  /** The filter of the matrix. */
  readonly filter: RunFilter;
  readonly columns: ColumnKind;
  /** Names of two columns. */
  readonly baseline: string;
  readonly candidate: string;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

// one at a time: each reads up to 200 transcripts
const inTurn = createFairQueue({ most_waiting: 16 });

/** Compares two columns of the matrix by their newest runs. Stores nothing. */
export const previewComparison = (store: Store, options: PreviewOptions): Promise<ComparisonPreview> =>
  inTurn(options.owner, () => previewNow(store, options));

async function previewNow(store: Store, options: PreviewOptions): Promise<ComparisonPreview> {
  const { filter, baseline, candidate, now, signal } = options;
  signal.throwIfAborted();
  if (baseline === candidate)
    throw new AssayError('invalid_input', `expected two different columns, found ${baseline} twice`, {
      path: 'candidate',
    });
  const found = {
    baseline: await findVersions(store, options, baseline),
    candidate: await findVersions(store, options, candidate),
  };
  const nameOf = taskNamer(found.baseline, found.candidate);
  const { picked, ...searched } = pickRuns(found, nameOf);
  const measured = await measurePicked(store, { ...options, ...filter, picked, nameOf });
  const comparable = selectComparable(measured.baseline, measured.candidate, nameOf);
  const steps = [searched, measured, comparable];
  const excluded_scenarios = steps
    .flatMap(({ excluded }) => excluded)
    .map(({ task_id, reason }) => ({ scenario: task_id, reason }));
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
  return { ...comparison, excluded_scenarios, partial: steps.some(({ partial }) => partial) };
}

async function findVersions(
  store: Store,
  { organization_id, columns, filter }: PreviewOptions,
  column: string,
): Promise<Version[]> {
  const field = columns === 'agent' ? 'agent_id' : 'label';
  // a filter for one column hides the others
  if (filter[field] !== undefined && filter[field] !== column) return [];
  return store.run_charts.versions(organization_id, { ...filter, [field]: column, limit: SEARCHED });
}

type Excluded = ComparisonPreview['excluded_scenarios'];

function describeNothingShared({ baseline, candidate, columns }: PreviewOptions, excluded: Excluded): string {
  const [first] = excluded.filter(({ reason }) => reason !== 'only one side has runs of it');
  const shared = columns === 'agent' ? 'scenario' : 'scenario of an agent';
  const why = first === undefined ? `they share no ${shared}` : `${first.scenario}: ${first.reason}`;
  return `${baseline} and ${candidate} cannot be compared: ${why}; run both on the same scenarios`;
}
