import { Count } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { query } from '../../sql/sql.ts';

const Backlog = z.object({
  queued_runs: Count,
  /** How long the oldest of them waits. */
  oldest_queued_s: z.number(),
  running_runs: Count,
  pending_deliveries: Count,
  /** How long the oldest of them is overdue. */
  late_deliveries_s: z.number(),
  ungraded_sessions: Count,
  /** Seen in the last minute. */
  workers: Count,
});
export type Backlog = z.infer<typeof Backlog>;

/** Work that waits, of all organizations. */
export const backlogTable = (connection: Connection) => ({
  measure: (): Promise<Backlog> =>
    connection.get(query(Backlog)`
      select runs.*, deliveries.*, sessions.*, seen.* from
        (select
          count(*) filter (where status = 'queued') as queued_runs,
          count(*) filter (where status = 'running') as running_runs,
          coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8
            as oldest_queued_s
          from runs where status in ('queued', 'running')) as runs,
        (select count(*) as pending_deliveries,
          greatest(coalesce(extract(epoch from now() - min(next_try_at)), 0), 0)::float8 as late_deliveries_s
          from webhook_deliveries where status = 'pending') as deliveries,
        (select count(*) as ungraded_sessions from telemetry_sessions where graded_records < records) as sessions,
        (select count(*) as workers from workers where seen_at > now() - interval '1 minute') as seen`),
});
