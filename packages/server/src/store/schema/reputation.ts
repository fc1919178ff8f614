/** Agents with the aggregates of their window, the evaluation log, and the keys that sign attestations. */
export const REPUTATION = `
create table agents (
  organization_id uuid not null references organizations,
  agent_id text collate "C" not null check (char_length(agent_id) between 1 and 200),
  -- of the newest evaluation; without gaps
  seq bigint not null default 0,
  -- no evaluation of the window is older
  window_start_seq bigint not null default 1,
  eval_count bigint not null default 0,
  n smallint not null default 0,
  passes smallint not null default 0,
  streak smallint not null default 0,
  latencies json not null default '[]',
  sources json not null default '{}',
  score smallint not null default 0,
  -- drops are measured from it
  peak smallint not null default 0,
  public boolean not null default false,
  created_at timestamptz(3) not null default now(),
  last_evaluated_at timestamptz(3),
  primary key (organization_id, agent_id)
) with (fillfactor = 70);
-- only agents with enough evaluations are ranked
create index agents_by_score on agents (organization_id, score desc, agent_id) where eval_count >= 50;

create table evaluations (
  organization_id uuid not null,
  evaluation_id uuid not null,
  agent_id text collate "C" not null,
  seq bigint,
  status text not null check (status in ('counted', 'errored', 'dry_run')),
  source text not null check (source in ('run', 'sdk', 'proxy', 'rest')),
  passed boolean,
  reason text,
  checks json not null,
  latency_ms double precision,
  latency_ref_ms double precision,
  run_id uuid,
  tool text,
  metadata json,
  occurred_at timestamptz(3),
  accepted_at timestamptz(3) not null,
  -- of the agent, right after this evaluation
  score smallint not null,
  primary key (organization_id, evaluation_id),
  check ((seq is null) = (status = 'dry_run')),
  -- a dry run whose checks could not decide has no verdict either
  check (status = 'dry_run' or (passed is null) = (status = 'errored')),
  check ((reason is null) = (passed is not null))
);
create unique index evaluations_by_agent on evaluations (organization_id, agent_id, seq) where seq is not null;
create index evaluations_dry_runs on evaluations (organization_id, agent_id, evaluation_id) where seq is null;
create index evaluations_by_run on evaluations (organization_id, run_id, evaluation_id desc) where run_id is not null;
-- a graded run counts once, however often it is graded
create unique index evaluations_of_graded_run on evaluations (organization_id, run_id) where source = 'run';
create trigger evaluations_are_final before update or delete on evaluations
  for each row execute function refuse_change();

-- of the server, which vouches for all organizations
create table signing_keys (
  kid text collate "C" primary key,
  public_key bytea not null check (length(public_key) = 32),
  -- removed when the key is revoked
  private_key bytea,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_reason text,
  check ((revoked_at is null) = (private_key is not null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
-- one key signs at a time
create unique index signing_keys_signing on signing_keys ((true)) where retired_at is null and revoked_at is null;
`;
