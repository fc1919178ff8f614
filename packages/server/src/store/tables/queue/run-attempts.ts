import { Count, type OrganizationId, type RunId } from '@assay/schema';
import { RunAttempt } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { query, sanitizeText, sql } from '../../sql/sql.ts';
import type { AttemptKey } from '../contents/run-evidence.ts';

const columns = sql`attempt, worker, status, problem, started_at, ended_at`;

export const runAttemptsTable = (connection: Connection) => ({
  /** Takes a run, even from another worker, whose results are then rejected. Undefined if the run is over. */
  start: (
    organization_id: OrganizationId,
    { run_id, worker }: { run_id: RunId; worker: string },
  ): Promise<RunAttempt | undefined> =>
    connection.find(query(RunAttempt)`
      with taken as (
        update runs set status = 'running', attempt = attempt + 1
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
          and status in ('queued', 'running')
        returning organization_id, run_id, attempt
      ), lost as (
        update run_attempts set status = 'lost', ended_at = now() from taken
        where run_attempts.organization_id = taken.organization_id and run_attempts.run_id = taken.run_id
          and run_attempts.status = 'running'
      )
      insert into run_attempts (organization_id, run_id, attempt, worker, status)
      select organization_id, run_id, attempt, ${worker}, 'running' from taken
      returning ${columns}`),

  /** Returns a run without a result to the queue. False if another attempt has it or it is over. */
  async release(
    organization_id: OrganizationId,
    { run_id, attempt, ...end }: AttemptKey & { status: 'failed' | 'returned'; problem: string | null },
  ): Promise<boolean> {
    const released = await connection.run(sql`
      with released as (
        update runs set status = 'queued'
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
          and status = 'running' and attempt = ${attempt}
        returning organization_id, run_id, attempt
      )
      update run_attempts set
        status = ${end.status}, problem = ${end.problem && sanitizeText(end.problem)}, ended_at = now()
      from released
      where run_attempts.organization_id = released.organization_id and run_attempts.run_id = released.run_id
        and run_attempts.attempt = released.attempt`);
    return released === 1;
  },

  /** The number of lost, failed or running attempts. Returned ones do not count. */
  async countLost(organization_id: OrganizationId, run_id: RunId): Promise<number> {
    const { lost } = await connection.get(query(z.object({ lost: Count }))`
      select count(*) as lost from run_attempts
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
        and status in ('running', 'lost', 'failed')`);
    return lost;
  },

  /** The held runs that are no longer held: taken by another attempt, or over. */
  listGone: async (
    held: readonly (AttemptKey & { organization_id: OrganizationId })[],
  ): Promise<ReadonlySet<string>> => {
    const rows = await connection.list(query(z.object({ position: Count }))`
      select position from unnest(
        ${held.map(({ organization_id }) => toUuid(organization_id))}::uuid[],
        ${held.map(({ run_id }) => toUuid(run_id))}::uuid[],
        ${held.map(({ attempt }) => attempt)}::integer[]
      ) with ordinality as held (organization_id, run_id, attempt, position)
      where not exists (
        select from runs
        where runs.organization_id = held.organization_id and runs.run_id = held.run_id
          and runs.attempt = held.attempt and runs.status = 'running'
      )`);
    return new Set(rows.flatMap(({ position }) => held[position - 1]?.run_id ?? []));
  },

  /** In order. */
  list: (organization_id: OrganizationId, run_id: RunId): Promise<RunAttempt[]> =>
    connection.list(query(RunAttempt)`
      select ${columns} from run_attempts
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)} order by attempt`),
});
