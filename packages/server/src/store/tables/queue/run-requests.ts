import { AgentSpec, OrganizationId, RunId, WorkspaceId } from '@assay/schema';
import { WorkerLabels } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { json, query, sql } from '../../sql/sql.ts';

/** What a run needs from its worker. */
export const RunNeeds = z.object({
  /** The sandbox of the worker. Without it, all programs run in containers of the task. */
  sandbox: z.boolean(),
  /** Images of the task and its verifiers. */
  images: z.array(z.string()),
  /** Whether an image is built from a Dockerfile. */
  builds: z.boolean(),
  /** 0: any. */
  cpus: z.number(),
  memory_mb: z.number(),
  labels: WorkerLabels,
});
export type RunNeeds = z.infer<typeof RunNeeds>;

/** The request for a run. With the run itself, all that a worker needs. */
export const RunRequest = z.object({
  run_id: idColumn('run', RunId),
  agent: AgentSpec,
  /** The number of this repeat, from 1. */
  repeat: z.int().min(1),
  priority: z.int(),
  /** Null if every worker with a sandbox has what the run needs. */
  needs: RunNeeds.nullable(),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** A requested run that is not over, with the fields of its queue job. */
const OpenRun = z.object({
  organization_id: idColumn('org', OrganizationId),
  workspace_id: idColumn('wsp', WorkspaceId),
  run_id: idColumn('run', RunId),
  priority: z.int(),
  needs: RunNeeds.nullable(),
});
type OpenRun = z.infer<typeof OpenRun>;

export const runRequestsTable = (connection: Connection) => ({
  create: (organization_id: OrganizationId, { run_id, agent, repeat, priority, needs }: RunRequest): Promise<number> =>
    connection.run(sql`
      insert into run_requests (organization_id, run_id, agent, repeat, priority, needs)
      values (
        ${toUuid(organization_id)}, ${toUuid(run_id)}, ${json(agent)}, ${repeat}, ${priority}, ${needs && json(needs)}
      )`),

  find: (organization_id: OrganizationId, run_id: RunId): Promise<RunRequest | undefined> =>
    connection.find(query(RunRequest)`
      select run_id, agent, repeat, priority, needs from run_requests
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}`),

  /** Unfinished runs without a job in the queue, of all organizations, which share one queue. */
  listForgotten: (limit: number): Promise<OpenRun[]> =>
    connection.list(query(OpenRun)`
      select organization_id, workspace_id, run_id, priority, needs
      from runs join run_requests using (organization_id, run_id)
      where status in ('queued', 'running') and not exists (
        select from assay_queue.job where job.name in ('runs', 'runs_with_needs') and job.id = runs.run_id
          and job.state in ('created', 'retry', 'active')
      )
      order by runs.run_id limit ${limit}`),
});
