import { findJudgeState, type Grade, type OrganizationId, Run, type RunId, StoredGrade } from '@assay/schema';
import { completeGrade } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { json, query, sql } from '../../sql/sql.ts';

const Row = z.object({ revision: z.int().min(1), grade: StoredGrade, run: Run });

/** A grade with its revision; the highest revision is current. */
export interface GradeRevision {
  readonly revision: number;
  readonly grade: Grade;
}

export const gradesTable = (connection: Connection) => {
  const keep = (organization_id: OrganizationId, { grade, revision }: GradeRevision): Promise<number> =>
    connection.run(sql`
      with graded as (
        insert into grades (organization_id, run_id, revision, graded_at, grade)
        values (${toUuid(organization_id)}, ${toUuid(grade.run_id)}, ${revision}, ${grade.graded_at}, ${json(grade)})
      )
      update runs set
        result = ${grade.result}, result_reason = ${json(grade.result_reason)}, review = ${grade.review},
        outcome = ${grade.outcome}, overall = ${grade.overall}, score = ${grade.scorecard?.score ?? null},
        tier = ${grade.scorecard?.tier ?? 'Unranked'},
        axis_score = ${grade.axis?.score ?? null}, composite = ${grade.composite?.composite ?? null},
        judge_state = ${findJudgeState(grade)}, judge_verdict = ${grade.gates.judge}, run_verdict = ${grade.gates.run},
        disagreement = ${grade.gates.disagreement}
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(grade.run_id)}`);
  const find = async (organization_id: OrganizationId, run_id: RunId): Promise<GradeRevision | undefined> => {
    const row = await connection.find(query(Row)`
      select revision, grade, run from grades join runs using (organization_id, run_id)
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
      order by revision desc limit 1`);
    return row && { revision: row.revision, grade: completeGrade(row.grade, row.run) };
  };
  return {
    /** Stores the first grade of a run. A second one is a conflict. */
    create: (organization_id: OrganizationId, grade: Grade): Promise<number> =>
      keep(organization_id, { grade, revision: 1 }),

    /** Stores a new grade in place of the given revision; a conflict if that is no longer current. */
    replace: (organization_id: OrganizationId, { grade, revision }: GradeRevision): Promise<number> =>
      keep(organization_id, { grade, revision: revision + 1 }),

    /** The current grade. */
    find,

    /** All grades, the current one first. */
    list: async (organization_id: OrganizationId, run_id: RunId): Promise<Grade[]> => {
      const rows = await connection.list(query(Row)`
        select revision, grade, run from grades join runs using (organization_id, run_id)
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
        order by revision desc`);
      return rows.map(({ grade, run }) => completeGrade(grade, run));
    },
  };
};
