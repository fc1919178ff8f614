import { Count, OrganizationId, WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';

const Spent = z.object({
  organization_id: idColumn('org', OrganizationId),
  workspace_id: idColumn('wsp', WorkspaceId),
  budget_usd_micros: Count,
  cost_usd_micros: Count,
});
/** A workspace with a budget, and what its runs of a month cost. */
export type SpentBudget = z.infer<typeof Spent>;

/** Monthly budgets of workspaces. */
export const budgetsTable = (connection: Connection) => ({
  /** The workspaces of all organizations that used this share of their budget in a month. */
  listReached: ({ month, percent }: { month: string; percent: number }): Promise<SpentBudget[]> =>
    connection.list(query(Spent)`
      select organization_id, workspace_id, budget_usd_micros, sum(cost_usd_micros_sum)::bigint as cost_usd_micros
      from workspaces join run_days using (organization_id, workspace_id)
      where budget_usd_micros is not null
        and day >= ${month}::date and day < ${month}::date + interval '1 month'
      group by organization_id, workspace_id, budget_usd_micros
      having sum(cost_usd_micros_sum) * 100 >= budget_usd_micros * ${percent}::numeric
      order by organization_id, workspace_id`),

  /** Notes that an alert goes out; false if it went out before. */
  async noteAlert(
    { organization_id, workspace_id, budget_usd_micros }: SpentBudget,
    { month, percent }: { month: string; percent: number },
  ): Promise<boolean> {
    const noted = await connection.run(sql`
      insert into budget_alerts (organization_id, workspace_id, month, budget_usd_micros, percent)
      values (${toUuid(organization_id)}, ${toUuid(workspace_id)}, ${month}::date, ${budget_usd_micros}, ${percent})
      on conflict do nothing`);
    return noted > 0;
  },
});
