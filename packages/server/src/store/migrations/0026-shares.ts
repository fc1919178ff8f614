import type { Migration } from '../sql/migrate.ts';

/** Links that show a run, a comparison or a matrix to whoever has them. */
export const sharesMigration: Migration = {
  name: 'shares',
  sql: `
alter table workspaces add column share_links boolean not null default false;

create table shares (
  organization_id uuid not null references organizations,
  share_id uuid not null,
  workspace_id uuid not null,
  token_digest bytea not null check (length(token_digest) = 32),
  -- exactly one of them: a run, a comparison, or the search of a matrix
  run_id uuid,
  comparison_id uuid,
  query json,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_opened_at timestamptz(3),
  primary key (organization_id, share_id),
  foreign key (organization_id, workspace_id) references workspaces,
  foreign key (organization_id, run_id) references runs on delete cascade,
  foreign key (organization_id, comparison_id) references comparisons on delete cascade,
  check (num_nonnulls(run_id, comparison_id, query) = 1)
);
create unique index shares_by_token on shares (token_digest);
-- for deletions of runs and comparisons
create index shares_by_run on shares (organization_id, run_id) where run_id is not null;
create index shares_by_comparison on shares (organization_id, comparison_id) where comparison_id is not null;
`,
};
