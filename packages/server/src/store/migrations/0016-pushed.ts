import type { Migration } from '../sql/migrate.ts';

/** Sessions, checks and proofs that people send from their machines. */
export const pushedMigration: Migration = {
  name: 'pushed',
  sql: `
create table agent_sessions (
  organization_id uuid not null,
  -- of the content as it was sent: the same content is stored once
  digest bytea not null check (length(digest) = 32),
  workspace_id uuid not null,
  agent text not null,
  model text,
  session_id text,
  project text,
  source text not null,
  verification text not null,
  "end" text not null,
  requests integer not null,
  findings integer not null,
  redactions integer not null,
  entries integer not null,
  cost_usd_micros bigint,
  wall_ms double precision,
  started_at text,
  -- a longer version of the same session was sent
  superseded boolean not null default false,
  -- compressed; null after the retention period
  report bytea,
  pushed_at timestamptz(3) not null default now(),
  primary key (organization_id, digest),
  foreign key (organization_id, workspace_id) references workspaces
);
alter table agent_sessions alter column report set storage external;
create index agent_sessions_by_time on agent_sessions (organization_id, workspace_id, pushed_at desc, digest desc)
  where not superseded;
create index agent_sessions_by_name on agent_sessions (organization_id, workspace_id, agent, session_id)
  where session_id is not null;

create table pushed_documents (
  organization_id uuid not null,
  kind text not null check (kind in ('check', 'proof')),
  digest bytea not null check (length(digest) = 32),
  workspace_id uuid not null,
  document json not null,
  pushed_at timestamptz(3) not null default now(),
  primary key (organization_id, kind, digest),
  foreign key (organization_id, workspace_id) references workspaces
);
create index pushed_documents_by_time
  on pushed_documents (organization_id, workspace_id, kind, pushed_at desc, digest desc);
create trigger pushed_documents_are_final before update on pushed_documents
  for each row execute function refuse_change();
`,
};
