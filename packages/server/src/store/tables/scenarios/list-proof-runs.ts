import { AgentId, type Grade, type OrganizationId, Run, RunId, StoredGrade, type TaskId } from '@assay/schema';
import { RunStatus } from '@assay/schema/api';
import { completeGrade } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query } from '../../sql/sql.ts';

/** A proof run of a task with its current grade. */
const Row = z.object({
  agent_id: AgentId,
  run_id: idColumn('run', RunId),
  status: RunStatus,
  /** Null until it is finished. */
  run: Run.nullable(),
  /** Null until it is graded. */
  grade: StoredGrade.nullable(),
});
export type ProofRun = Omit<z.infer<typeof Row>, 'grade'> & { readonly grade: Grade | null };

/**
 * The newest proof run of a task per agent. Only runs requested on this server count, and only of agents whose type
 * matches their name: submitted runs and renamed agents prove nothing.
 */
export async function listProofRuns(
  connection: Connection,
  { organization_id, task_id, agents }: { organization_id: OrganizationId; task_id: TaskId; agents: readonly string[] },
): Promise<ProofRun[]> {
  const rows = await connection.list(query(Row)`
    select newest.agent_id, newest.run_id, newest.status, newest.run, held.grade
    from unnest(${agents}::text[]) as tried (agent_id)
    cross join lateral (
      select organization_id, run_id, runs.agent_id, status, run
      from runs
      where organization_id = ${toUuid(organization_id)} and task_id = ${toUuid(task_id)} and label = 'proof'
        and runs.agent_id = tried.agent_id and proves
      order by created_at desc, run_id desc limit 1
    ) as newest
    left join lateral (
      select grade from grades
      where grades.organization_id = newest.organization_id and grades.run_id = newest.run_id
      order by revision desc limit 1
    ) as held on true`);
  return rows.map((row) => ({
    ...row,
    grade: row.run === null || row.grade === null ? null : completeGrade(row.grade, row.run),
  }));
}
