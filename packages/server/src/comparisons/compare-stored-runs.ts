import { randomBytes } from 'node:crypto';
import { compareRuns, type MeasuredRun } from '@assay/harness';
import { AssayError, type Comparison, type OrganizationId, type RunId, type WorkspaceId } from '@assay/schema';
import type { createComparison, Handled } from '@assay/schema/api';
import { createTurn } from '../runs/one-at-a-time.ts';
import type { Store } from '../store/store.ts';
import { measureStoredRun } from './measure-stored-run.ts';

type Request = Handled<typeof createComparison>['body'];
type ComparedSet = Request['baseline'];

export interface CompareStoredOptions extends Request {
  readonly organization_id: OrganizationId;
  readonly now: () => number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

interface Place {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly signal: AbortSignal;
}

// as many as may be named by their ids
const MAX_RUNS = 500;
const PAGE = 200;

const inTurn = createTurn();

/** Compares runs of a workspace by what is stored of them, as `assay compare` does by their folders. */
export const compareStoredRuns = (store: Store, options: CompareStoredOptions): Promise<Comparison> =>
  inTurn(() => compareNow(store, options));

async function compareNow(
  store: Store,
  { organization_id, workspace_id, baseline, candidate, thresholds, now, signal }: CompareStoredOptions,
): Promise<Comparison> {
  signal.throwIfAborted();
  const place = { organization_id, workspace_id, signal };
  if ((await store.workspaces.find(organization_id, workspace_id)) === undefined)
    throw new AssayError('not_found', `Expected the workspace ${workspace_id}, found nothing by that id`);
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
    // proofs stay on the machine where they were made
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
  // one after another: each brings its transcript into memory
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
    // what was not graded has nothing to be compared by yet
    ids.push(...page.items.filter(({ overall }) => overall !== null).map(({ run_id }) => run_id));
    after = page.next;
    if (ids.length > MAX_RUNS)
      throw new AssayError(
        'invalid_input',
        `expected at most ${MAX_RUNS} runs, found more; name those that are meant`,
        {
          path: side,
        },
      );
  } while (after !== null);
  if (ids.length === 0)
    throw new AssayError('run_not_found', `expected graded runs that match ${side}, found none`, { path: side });
  return ids;
}
