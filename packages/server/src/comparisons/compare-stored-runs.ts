import { randomBytes } from 'node:crypto';
import { compareRuns, type MeasuredRun } from '@assay/harness';
import { AssayError, type Comparison, type OrganizationId, type RunId, type WorkspaceId } from '@assay/schema';
import type { createComparison, HandlerTypes } from '@assay/schema/api';
import { createSerialQueue } from '../runs/one-at-a-time.ts';
import type { Store } from '../store/store.ts';
import { measureStoredRun } from './measure-stored-run.ts';

type Request = HandlerTypes<typeof createComparison>['body'];
type ComparedSet = Request['baseline'];

export interface CompareStoredOptions extends Request {
  readonly organization_id: OrganizationId;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface Place {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly signal: AbortSignal;
}

// the same limit as for `run_ids`
const MAX_RUNS = 500;
const PAGE = 200;

const inTurn = createSerialQueue();

/** Compares stored runs of a workspace, as `assay compare` does with run folders. */
export const compareStoredRuns = (store: Store, options: CompareStoredOptions): Promise<Comparison> =>
  inTurn(() => compareNow(store, options));

async function compareNow(
  store: Store,
  { organization_id, workspace_id, baseline, candidate, thresholds, now, signal }: CompareStoredOptions,
): Promise<Comparison> {
  signal.throwIfAborted();
  const place = { organization_id, workspace_id, signal };
  if ((await store.workspaces.find(organization_id, workspace_id)) === undefined)
    throw new AssayError('not_found', `There is no workspace ${workspace_id}`);
  return compareRuns({
    baseline: { label: nameOf(baseline), runs: await measureSet(store, { ...place, side: 'baseline', set: baseline }) },
    candidate: {
      label: nameOf(candidate),
      runs: await measureSet(store, { ...place, side: 'candidate', set: candidate }),
    },
    ...(thresholds === undefined ? {} : { thresholds }),
    look: null,
    differences: [],
    seed: null,
    // the server does not know proofs made on other machines
    proven: new Set(),
    host: { now, entropy: (bytes) => new Uint8Array(randomBytes(bytes)) },
  });
}

const nameOf = ({ name, label, agent_id, run_ids }: ComparedSet): string =>
  name ?? label ?? agent_id ?? (run_ids?.length === 1 ? `${run_ids[0]}` : `${run_ids?.length} runs`);

interface NamedSet extends Place {
  readonly side: 'baseline' | 'candidate';
  readonly set: ComparedSet;
}

async function measureSet(store: Store, { set, side, ...place }: NamedSet): Promise<MeasuredRun[]> {
  const run_ids = set.run_ids ?? (await listIds(store, { set, side, ...place }));
  const runs: MeasuredRun[] = [];
  // one at a time: each loads its transcript into memory
  for (const run_id of run_ids) {
    place.signal.throwIfAborted();
    runs.push(await measureStoredRun(store, { ...place, run_id }));
  }
  return runs;
}

async function listIds(store: Store, { set, side, organization_id, workspace_id }: NamedSet): Promise<RunId[]> {
  const { label, agent_id, scenario } = set;
  const filter = {
    workspace_id,
    status: 'finished' as const,
    ...(label === undefined ? {} : { label }),
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(scenario === undefined ? {} : { scenario }),
  };
  const ids: RunId[] = [];
  let after: string | null = null;
  do {
    const page = await store.runs.list(organization_id, { ...filter, limit: PAGE, after });
    // ungraded runs cannot be compared yet
    ids.push(...page.items.filter(({ overall }) => overall !== null).map(({ run_id }) => run_id));
    after = page.next;
    if (ids.length > MAX_RUNS)
      throw new AssayError(
        'invalid_input',
        `more than ${MAX_RUNS} runs match; narrow the filter or list the runs in run_ids`,
        {
          path: side,
        },
      );
  } while (after !== null);
  if (ids.length === 0) throw new AssayError('run_not_found', `no graded run matches ${side}`, { path: side });
  return ids;
}
