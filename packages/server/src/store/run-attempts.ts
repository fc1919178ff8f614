import { Count, Instant, type OrganizationId, type RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { uuidOf } from './ids.ts';
import { query, sql } from './sql.ts';

/** One time that a worker took a run. A lost one shows that its worker did not come back. */
export const RunAttempt = z.object({
  attempt: Count,
  worker: z.string(),
  status: z.enum(['running', 'lost', 'finished']),
  started_at: Instant,
  ended_at: Instant.nullable(),
});
export type RunAttempt = z.infer<typeof RunAttempt>;

const columns = sql`attempt, worker, status, started_at, ended_at`;

export const runAttemptsTable = (connection: Connection) => ({
  /** Takes a run, also from a worker that has it: whatever that one brings from now on is refused. Undefined when the run is over. */
  start: (
    organization_id: OrganizationId,
    { run_id, worker }: { run_id: RunId; worker: string },
  ): Promise<RunAttempt | undefined> =>
    connection.find(query(RunAttempt)`
      with taken as (
        update runs set status = 'running', attempt = attempt + 1
        where organization_id = ${uuidOf(organization_id)} and run_id = ${uuidOf(run_id)}
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

  /** In their order. */
  list: (organization_id: OrganizationId, run_id: RunId): Promise<RunAttempt[]> =>
    connection.list(query(RunAttempt)`
      select ${columns} from run_attempts
      where organization_id = ${uuidOf(organization_id)} and run_id = ${uuidOf(run_id)} order by attempt`),
});
