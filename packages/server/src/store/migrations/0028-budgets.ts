import type { Migration } from '../sql/migrate.ts';

/** Monthly budgets of workspaces, and the alerts that went out. */
export const budgetsMigration: Migration = {
  name: 'budgets',
  sql: `
alter table workspaces add column budget_usd_micros bigint check (budget_usd_micros > 0);

-- each alert goes out once per month; a changed budget has its own
create table budget_alerts (
  organization_id uuid not null,
  workspace_id uuid not null,
  month date not null,
  budget_usd_micros bigint not null,
  percent smallint not null,
  reached_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id, month, budget_usd_micros, percent),
  foreign key (organization_id, workspace_id) references workspaces
);
`,
};
