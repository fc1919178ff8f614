import { randomBytes } from 'node:crypto';
import { chooseAgents, provesTask } from '@assay/harness';
import {
  AgentSpec,
  AssayError,
  createId,
  listScenarioPaths,
  type OrganizationId,
  type RunId,
  type WorkspaceId,
} from '@assay/schema';
import type { RunOrder as PublishedOrder } from '@assay/schema/api';
import type { Store, Tables } from '../store/store.ts';
import type { RunNeeds } from '../store/tables/queue/run-requests.ts';
import type { RunSummary } from '../store/tables/runs/stored-run.ts';
import { deriveNeeds } from './derive-needs.ts';
import { type JobQueue, openJobQueue } from './job-queue.ts';

/** An order to run an agent on a task, with repeats, in a known workspace. */
export type RunOrder = PublishedOrder & { readonly workspace_id: WorkspaceId };

/** Requested runs waiting for a worker. */
export interface Queue extends AsyncDisposable {
  /** Requests one run per repeat. Rows and jobs are written atomically. */
  enqueueRun(organization_id: OrganizationId, order: RunOrder): Promise<RunSummary[]>;
  /** The same for several orders, atomically. */
  enqueueRuns(organization_id: OrganizationId, orders: readonly RunOrder[]): Promise<RunSummary[]>;
  /** Undefined if the run does not exist or is over. Its worker stops within seconds. */
  cancelRun(organization_id: OrganizationId, run_id: RunId): Promise<RunSummary | undefined>;
  /** The same queue, writing in the transaction of this store. */
  within(store: Store): Queue;
}

export interface QueueOptions {
  readonly url: string;
  readonly store: Store;
  /** Seconds without a heartbeat after which runs of a worker go to others; at least 10. Set by whoever opens the queue first. */
  readonly lease_s?: number;
  readonly now?: () => number;
}

/** The queue for requesting runs. Connects on first use. */
export function createQueue({ url, store, lease_s, now = Date.now }: QueueOptions): Queue {
  let opening: Promise<JobQueue> | undefined;
  const open = (): Promise<JobQueue> => {
    // workers supervise jobs; a process that only adds some has no background errors
    opening ??= openJobQueue({
      url,
      ...(lease_s === undefined ? {} : { lease_s }),
      supervise: false,
      onError: () => undefined,
    });
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  const close = async (): Promise<void> => {
    await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]();
  };
  return queueOn(store, { open, close, now });
}

interface Opened {
  open(): Promise<JobQueue>;
  close(): Promise<void>;
  readonly now: () => number;
}

function queueOn(store: Store, opened: Opened): Queue {
  const enqueue = async (organization_id: OrganizationId, orders: readonly RunOrder[]): Promise<RunSummary[]> => {
    const asked = orders.map(({ agent, ...order }) => ({ ...order, agent: parseAgent(agent) }));
    const jobs = await opened.open();
    return await store.transaction(async (tables) => {
      const runs: RunSummary[] = [];
      for (const order of asked) {
        const { workspace_id, priority } = order;
        const kept = await keepOrder(tables, { organization_id, order, now: opened.now });
        await jobs.send(
          tables,
          kept.runs.map(({ run_id }) => ({ organization_id, workspace_id, run_id, priority, needs: kept.needs })),
        );
        runs.push(...kept.runs);
      }
      return runs;
    });
  };
  return {
    enqueueRun: (organization_id, order) => enqueue(organization_id, [order]),
    enqueueRuns: enqueue,
    // the job stays: the worker that takes it finds nothing to do
    cancelRun: (organization_id, run_id) => store.runs.cancel(organization_id, run_id),
    within: (inner) => queueOn(inner, opened),
    [Symbol.asyncDispose]: () => opened.close(),
  };
}

interface KeepOptions {
  readonly organization_id: OrganizationId;
  readonly order: Omit<RunOrder, 'agent'> & { readonly agent: AgentSpec };
  readonly now: () => number;
}

/** Creates the rows of the runs of an order, which all have the same needs. */
async function keepOrder(
  tables: Tables,
  { organization_id, order, now }: KeepOptions,
): Promise<{ runs: RunSummary[]; needs: RunNeeds | null }> {
  const { workspace_id, task_id, agent, label, priority } = order;
  if ((await tables.workspaces.find(organization_id, workspace_id)) === undefined)
    throw new AssayError('not_found', `There is no workspace ${workspace_id}`);
  const task = await tables.tasks.find(organization_id, task_id);
  if (task === undefined) throw new AssayError('not_found', `There is no task ${task_id}`);
  if (
    listScenarioPaths(task.scenario).length > 0 &&
    (await tables.task_files.list(organization_id, task_id)).length === 0
  )
    throw new AssayError(
      'conflict',
      `The task ${task_id} has no files here because it came with a run from elsewhere. Freeze its scenario on this server.`,
      { path: 'task_id' },
    );
  const needs = deriveNeeds(task.scenario, order.needs.labels);
  const runs: RunSummary[] = [];
  for (let repeat = 1; repeat <= order.repeat; repeat++) {
    const run_id = createId('run', { time_ms: now(), entropy: randomBytes(10) });
    const run = { run_id, workspace_id, task_id, agent_id: agent.id, scenario: task.scenario.name, label };
    runs.push(await tables.runs.create(organization_id, { ...run, proves: provesTask({ label, agent }) }));
    await tables.run_requests.create(organization_id, { run_id, agent, repeat, priority, needs });
  }
  return { runs, needs };
}

// rejects an invalid agent now, not after hours in the queue
function parseAgent(given: RunOrder['agent']): AgentSpec {
  const agent = AgentSpec.parse(given);
  try {
    chooseAgents([agent.id], [agent]);
    return agent;
  } catch (cause) {
    if (!(cause instanceof AssayError)) throw cause;
    throw new AssayError('invalid_input', cause.message, { path: 'agent', cause });
  }
}
