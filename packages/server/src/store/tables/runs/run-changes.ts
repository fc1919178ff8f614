import { Instant, OrganizationId, RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query } from '../../sql/sql.ts';
import { RunSummary, summaryColumns } from './stored-run.ts';

const Uncounted = z.object({
  organization_id: idColumn('org', OrganizationId),
  run_id: idColumn('run', RunId),
  changed_at: Instant,
});
// sorts before all others
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A graded run not yet counted for its agent. */
export type Uncounted = z.infer<typeof Uncounted>;

export interface UncountedOptions {
  readonly since: string;
  /** The last run of the previous page. */
  readonly after: Uncounted | undefined;
  readonly limit: number;
}

export const runChangesTable = (connection: Connection) => ({
  /** The database time, which also sets the times of changes. */
  now: async (): Promise<string> =>
    (await connection.get(query(z.object({ now: Instant }))`select clock_timestamp()::timestamptz(3) as now`)).now,

  /** Runs changed since an instant, in their current state, ordered by last change. */
  list: (organization_id: OrganizationId, { since, limit }: { since: string; limit: number }): Promise<RunSummary[]> =>
    connection.list(query(RunSummary)`
      select ${summaryColumns} from runs
      where organization_id = ${toUuid(organization_id)} and changed_at >= ${since}
      order by changed_at, run_id limit ${limit}`),

  /** Graded runs changed since an instant and not yet counted for their agent, of all organizations. */
  listUncounted({ since, after, limit }: UncountedOptions): Promise<Uncounted[]> {
    const last = {
      organization: after === undefined ? FIRST : toUuid(after.organization_id),
      run: after === undefined ? FIRST : toUuid(after.run_id),
      changed_at: after?.changed_at ?? since,
    };
    return connection.list(query(Uncounted)`
      select organization_id, run_id, changed_at from organizations
      cross join lateral (
        select run_id, changed_at from runs
        where runs.organization_id = organizations.organization_id and changed_at >= ${since}
          and (organizations.organization_id <> ${last.organization} or (changed_at, run_id) > (${last.changed_at}, ${last.run}))
          and status = 'finished' and overall is not null and not proves
          and not exists (
            select from evaluations
            where evaluations.organization_id = runs.organization_id and evaluations.run_id = runs.run_id
              and source = 'run'
          )
        order by changed_at, run_id limit ${limit}
      ) as uncounted
      where organization_id >= ${last.organization}
      order by organization_id, changed_at, run_id limit ${limit}`);
  },
});
