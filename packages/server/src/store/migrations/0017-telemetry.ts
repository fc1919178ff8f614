import type { Migration } from '../sql/migrate.ts';

/** Sessions of agents that arrive as telemetry. */
export const telemetryMigration: Migration = {
  name: 'telemetry',
  sql: `
alter table organizations add column telemetry_content text not null default 'redacted'
  check (telemetry_content in ('off', 'redacted', 'full'));

create table telemetry_sessions (
  organization_id uuid not null,
  workspace_id uuid not null,
  service text not null,
  session_id text not null,
  records integer not null,
  bytes bigint not null,
  -- records that had arrived when the session was last graded
  graded_records integer not null default 0,
  -- why it could not be graded
  problem text,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id, service, session_id),
  foreign key (organization_id, workspace_id) references workspaces
);
create index telemetry_sessions_to_grade on telemetry_sessions (last_at) where graded_records < records;
create index telemetry_sessions_by_time on telemetry_sessions (organization_id, workspace_id, last_at desc);

-- what one request brought for one session; a repeated request has the same digest
create table telemetry_batches (
  organization_id uuid not null,
  workspace_id uuid not null,
  service text not null,
  session_id text not null,
  digest bytea not null check (length(digest) = 32),
  signal text not null check (signal in ('logs', 'traces')),
  records integer not null,
  document bytea not null,
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id, service, session_id, digest)
);
create trigger telemetry_batches_are_final before update on telemetry_batches
  for each row execute function refuse_change();
`,
};
