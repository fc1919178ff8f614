import { AssayError, Instant, type OrganizationId, type RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { json, query } from '../../sql/sql.ts';
import { ContentPlace } from './evidence-parts.ts';

const ExpiredRun = z.object({ organization_id: z.string(), run_id: z.string() });
const Unlinked = z.object({ organization_id: z.string(), digest: z.string() });
const RemovedAt = z.object({ evidence_removed_at: Instant.nullable() });

export const evidenceRetentionTable = (connection: Connection) => ({
  /**
   * Removes evidence older than the retention period of its workspace, of all organizations, oldest first, up to `limit`
   * runs. Scores, grades and the log stay. Requires a transaction. Returns the number of runs, and where contents that
   * nobody needs any more are, to delete after the commit.
   */
  async expire(limit: number): Promise<{ runs: number; contents: ContentPlace[] }> {
    const expired = await connection.list(query(ExpiredRun)`
      update runs set evidence_removed_at = now() from (
        select old.organization_id, old.run_id from workspaces
        cross join lateral (
          select organization_id, run_id, finished_at from runs
          where runs.organization_id = workspaces.organization_id and runs.workspace_id = workspaces.workspace_id
            and evidence_removed_at is null and finished_at is not null
            and finished_at < now() - make_interval(days => evidence_retention_days)
          order by finished_at, run_id limit ${limit}
        ) as old
        where evidence_retention_days is not null
        order by old.finished_at, old.run_id limit ${limit}
      ) as expired
      where runs.organization_id = expired.organization_id and runs.run_id = expired.run_id
        and runs.evidence_removed_at is null
      returning runs.organization_id, runs.run_id`);
    if (expired.length === 0) return { runs: 0, contents: [] };
    const unlinked = await connection.list(query(Unlinked)`
      delete from run_evidence using json_to_recordset(${json(expired)}) as expired (organization_id uuid, run_id uuid)
      where run_evidence.organization_id = expired.organization_id and run_evidence.run_id = expired.run_id
      returning run_evidence.organization_id, encode(digest, 'hex') as digest`);
    // content that other runs or tasks use stays
    const contents = await connection.list(query(ContentPlace)`
      delete from evidence_parts as part
      using (
        select distinct organization_id, decode(digest, 'hex') as digest
        from json_to_recordset(${json(unlinked)}) as unlinked (organization_id uuid, digest text)
      ) as unlinked
      where part.organization_id = unlinked.organization_id and part.digest = unlinked.digest
        and not exists (
          select from run_evidence
          where run_evidence.organization_id = part.organization_id and run_evidence.digest = part.digest
        )
        and not exists (
          select from task_files
          where task_files.organization_id = part.organization_id and task_files.digest = part.digest
        )
      returning part.location, part.blob`);
    return { runs: expired.length, contents };
  },

  /** When the evidence of a run was removed; null if it was not, or if there is no such run. */
  async findRemoved(organization_id: OrganizationId, run_id: RunId): Promise<string | null> {
    const row = await connection.find(query(RemovedAt)`
      select evidence_removed_at from runs
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}`);
    return row?.evidence_removed_at ?? null;
  },

  /** Throws if the evidence of a run was removed, which differs from never having had any. */
  async requireKept(organization_id: OrganizationId, run_id: RunId): Promise<void> {
    const removed_at = await this.findRemoved(organization_id, run_id);
    if (removed_at === null) return;
    throw new AssayError(
      'evidence_removed',
      `The evidence of ${run_id} was removed at ${removed_at} by the retention setting of its workspace`,
    );
  },
});
