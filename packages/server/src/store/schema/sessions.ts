/** Sessions, checks and proofs that people push, and sessions that arrive as telemetry. */
export const SESSIONS = `
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
  waste json,
  -- null after the retention period, like the report
  occurrences json,
  -- a longer version of the same session was sent
  superseded boolean not null default false,
  -- compressed
  report bytea,
  pushed_at timestamptz(3) not null default now(),
  primary key (organization_id, digest),
  foreign key (organization_id, workspace_id) references workspaces
);
alter table agent_sessions alter column report set storage external;
create index agent_sessions_by_time on agent_sessions (organization_id, workspace_id, pushed_at desc, digest desc)
  where not superseded;
-- only the first characters: agents may write anything of any length
create index agent_sessions_by_start on agent_sessions (
  organization_id, workspace_id, (coalesce(left(started_at, 24), '') collate "C") desc, digest desc
) where not superseded;
create index agent_sessions_by_name on agent_sessions (organization_id, workspace_id, agent, session_id)
  where session_id is not null;

create table pushed_documents (
  organization_id uuid not null,
  kind text not null check (kind in ('check', 'proof')),
  digest bytea not null check (length(digest) = 32),
  workspace_id uuid not null,
  -- of a proof
  scenario text,
  document json not null,
  pushed_at timestamptz(3) not null default now(),
  primary key (organization_id, kind, digest),
  foreign key (organization_id, workspace_id) references workspaces
);
create index pushed_documents_by_time
  on pushed_documents (organization_id, workspace_id, kind, pushed_at desc, digest desc);
create trigger pushed_documents_are_final before update on pushed_documents
  for each row execute function refuse_change();

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
  -- what is known of a session while it runs; an agent may send both log records and spans, so their sums are apart
  agent text,
  model text,
  project text,
  log_turns integer not null default 0,
  span_turns integer not null default 0,
  log_cost_usd_micros bigint,
  span_cost_usd_micros bigint,
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
`;
