import type { Migration } from '../sql/migrate.ts';

/** Workspace settings, evidence retention, pull requests of comparisons, and webhook secret rotation. */
export const settingsMigration: Migration = {
  name: 'settings',
  sql: `
alter table workspaces
  add column judge json,
  add column evidence_retention_days integer check (evidence_retention_days > 0);

-- told instead of what was removed
alter table runs add column evidence_removed_at timestamptz(3);
create index runs_with_evidence on runs (organization_id, workspace_id, finished_at, run_id)
  where evidence_removed_at is null and finished_at is not null;
-- whether anybody else has the same content
create index run_evidence_by_content on run_evidence (organization_id, digest);

-- beside the comparison, which never changes
create table comparison_pull_requests (
  organization_id uuid not null,
  comparison_id uuid not null,
  pull_request json not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, comparison_id),
  foreign key (organization_id, comparison_id) references comparisons
);

-- signs beside the new one, until its time is over
alter table webhooks
  add column previous_secret text,
  add column previous_secret_until timestamptz(3);
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;

-- which of these organizations want to be told of anything; a function, so that it is planned once a session
create function with_webhooks(organizations uuid[]) returns text[] language plpgsql stable as $$
begin
  return (
    select array_agg(distinct organization_id::text) from webhooks
    where organization_id = any (organizations) and disabled_at is null
  );
end $$;

-- the score that a drop is measured from
alter table agents add column peak smallint not null default 0;
`,
};
