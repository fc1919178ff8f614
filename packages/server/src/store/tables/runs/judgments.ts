import { JudgeCall, type OrganizationId, type RunId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { json, query, sql } from '../../sql/sql.ts';

const Row = z.object({ judgment: JudgeCall });

export const judgmentsTable = (connection: Connection) => ({
  /** Stores calls of judges. Existing ones stay unchanged. */
  keep: (
    organization_id: OrganizationId,
    { run_id, judgments }: { run_id: RunId; judgments: readonly JudgeCall[] },
  ): Promise<number> => {
    const rows = judgments.map((judgment) => ({
      judgment_id: toUuid(judgment.judgment_id),
      judged_at: judgment.judged_at,
      judgment: json(judgment),
    }));
    return connection.run(sql`
      insert into judgments (organization_id, judgment_id, run_id, judged_at, judgment)
      select ${toUuid(organization_id)}, judgment_id, ${toUuid(run_id)}, judged_at, judgment::json
      from json_to_recordset(${json(rows)}) as kept (judgment_id uuid, judged_at timestamptz, judgment text)
      on conflict do nothing`);
  },

  /** The judge calls of a run, in order. */
  list: async (organization_id: OrganizationId, run_id: RunId): Promise<JudgeCall[]> => {
    const rows = await connection.list(query(Row)`
      select judgment from judgments
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)} order by judgment_id`);
    return rows.map(({ judgment }) => judgment);
  },
});
