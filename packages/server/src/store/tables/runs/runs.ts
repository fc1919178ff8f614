import {
  AssayError,
  type ChosenBaseline,
  type LatencyScope,
  type OrganizationId,
  type Run,
  RunId,
  type TaskId,
  type WorkspaceId,
} from '@assay/schema';
import { latencyBaseline } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import type { Page, PageRequest } from '../../sql/page.ts';
import { json, query, sanitizeText, sql } from '../../sql/sql.ts';
import { listProofRuns, type ProofRun } from '../scenarios/list-proof-runs.ts';
import { listRuns } from './list-runs.ts';
import type { RunFilter } from './run-filter.ts';
import { RunSummary, StoredRun, summaryColumns } from './stored-run.ts';

/** A run that has not started. */
export type NewRun = Pick<RunSummary, 'run_id' | 'workspace_id' | 'task_id' | 'agent_id' | 'scenario' | 'label'> & {
  /** Whether it proves its task; such runs do not count for agents. */
  readonly proves?: boolean;
};

const BASELINE_RUNS = 20;

export interface BaselineRequest {
  readonly workspace_id: WorkspaceId;
  /** The run to be scored, which is excluded; only if already stored. */
  readonly run_id?: RunId;
  readonly scope?: LatencyScope;
  /** The scenario, if the scope is `scenario`. */
  readonly scenario?: string;
}

export const runsTable = (connection: Connection) => ({
  /** Adds a run to be executed. */
  create: (organization_id: OrganizationId, run: NewRun): Promise<RunSummary> =>
    connection.get(query(RunSummary)`
      insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, proves, status)
      values (
        ${toUuid(organization_id)}, ${toUuid(run.run_id)}, ${toUuid(run.workspace_id)}, ${toUuid(run.task_id)},
        ${run.agent_id.normalize('NFC')}, ${run.scenario}, ${run.label}, ${run.proves ?? false}, 'queued'
      ) returning ${summaryColumns}`),

  /** Adds a run executed elsewhere, with its own times; future times are set to now. */
  record: (
    organization_id: OrganizationId,
    { run, workspace_id }: { run: Run; workspace_id: WorkspaceId },
  ): Promise<RunSummary> =>
    connection.get(query(RunSummary)`
      insert into runs (
        organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, status, model, outcome, wall_ms,
        cost_usd_micros, run, created_at, finished_at
      ) values (
        ${toUuid(organization_id)}, ${toUuid(run.run_id)}, ${toUuid(workspace_id)}, ${toUuid(run.task_id)},
        ${run.agent_id.normalize('NFC')}, ${run.scenario}, ${run.label}, 'finished', ${run.model}, ${run.outcome},
        ${run.wall_ms}, ${run.cost_usd_micros}, ${json(run)},
        least(now(), ${run.started_at}::timestamptz), least(now(), ${run.ended_at}::timestamptz)
      ) returning ${summaryColumns}`),

  /** Finishes a run with the result of an attempt. Throws if a later attempt took the run or it was canceled. */
  async finish(organization_id: OrganizationId, { run, attempt }: { run: Run; attempt: number }): Promise<RunSummary> {
    const finished = await connection.find(query(RunSummary)`
      with finished as (
        update runs set
          status = 'finished', model = ${run.model}, outcome = ${run.outcome}, wall_ms = ${run.wall_ms},
          cost_usd_micros = ${run.cost_usd_micros}, run = ${json(run)}, finished_at = now()
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run.run_id)}
          and status = 'running' and attempt = ${attempt}
        returning organization_id, ${summaryColumns}
      ), ended as (
        update run_attempts set status = 'finished', ended_at = now() from finished
        where run_attempts.organization_id = finished.organization_id and run_attempts.run_id = finished.run_id
          and run_attempts.attempt = finished.attempt
      )
      select ${summaryColumns} from finished`);
    if (finished === undefined) {
      throw new AssayError(
        'conflict',
        `Attempt ${attempt} no longer holds the run ${run.run_id}; its result was not stored`,
      );
    }
    return finished;
  },

  /** Undefined if the run does not exist or is over. Results of its worker are rejected from now on. */
  cancel: (organization_id: OrganizationId, run_id: RunId): Promise<RunSummary | undefined> =>
    connection.find(query(RunSummary)`
      with cancelled as (
        update runs set status = 'cancelled', finished_at = now()
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
          and status in ('queued', 'running')
        returning organization_id, ${summaryColumns}
      ), ended as (
        update run_attempts set status = 'cancelled', ended_at = now() from cancelled
        where run_attempts.organization_id = cancelled.organization_id and run_attempts.run_id = cancelled.run_id
          and run_attempts.status = 'running'
      )
      select ${summaryColumns} from cancelled`),

  /** Gives up a run that no worker could execute. Undefined if it is over. */
  abandon: (
    organization_id: OrganizationId,
    { run_id, problem }: { run_id: RunId; problem: string },
  ): Promise<RunSummary | undefined> =>
    connection.find(query(RunSummary)`
      with abandoned as (
        update runs set status = 'abandoned', problem = ${sanitizeText(problem)}, finished_at = now(),
          result = 'error', review = 0, result_reason = ${json({ message: problem })}
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
          and status in ('queued', 'running')
        returning organization_id, ${summaryColumns}
      ), ended as (
        update run_attempts set status = 'lost', ended_at = now() from abandoned
        where run_attempts.organization_id = abandoned.organization_id and run_attempts.run_id = abandoned.run_id
          and run_attempts.status = 'running'
      )
      select ${summaryColumns} from abandoned`),

  find: (organization_id: OrganizationId, run_id: RunId): Promise<StoredRun | undefined> =>
    connection.find(query(StoredRun)`
      select ${summaryColumns}, run from runs
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}`),

  list: (organization_id: OrganizationId, request: RunFilter & PageRequest): Promise<Page<RunSummary>> =>
    listRuns(connection, { ...request, organization_id }),

  /** The newest proof run of a task for each of these agents. */
  listProof: (
    organization_id: OrganizationId,
    { task_id, agents }: { task_id: TaskId; agents: readonly string[] },
  ): Promise<ProofRun[]> => listProofRuns(connection, { organization_id, task_id, agents }),

  /**
   * The typical duration of the last completed runs of the workspace, without the run to be scored. Proof runs are left
   * out: they end at once and are not of an agent.
   */
  async findBaseline(
    organization_id: OrganizationId,
    { workspace_id, run_id, scope = 'workspace', scenario = '' }: BaselineRequest,
  ): Promise<ChosenBaseline | null> {
    const last = await connection.list(query(z.object({ run_id: idColumn('run', RunId), wall_ms: z.number() }))`
      select run_id, wall_ms from runs
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
        and outcome = 'COMPLETED' and not proves and wall_ms is not null
        ${run_id === undefined ? sql`` : sql`and run_id <> ${toUuid(run_id)}`}
        ${scope === 'scenario' ? sql`and scenario = ${scenario}` : sql``}
      order by finished_at desc, run_id desc limit ${BASELINE_RUNS}`);
    const oldest_first = last.toReversed();
    const baseline = latencyBaseline(oldest_first.map(({ wall_ms }) => wall_ms));
    return baseline && { ...baseline, scope, run_ids: oldest_first.map((run) => run.run_id) };
  },
});
