import type { Migration } from '../sql/migrate.ts';

/** Agents with the aggregates of their window, and the evaluation log. */
export const agentsMigration: Migration = {
  name: 'agents',
  sql: `
create table agents (
  organization_id uuid not null references organizations,
  agent_id text collate "C" not null check (char_length(agent_id) between 1 and 200),
  -- of the newest evaluation; gap-free
  seq bigint not null default 0,
  -- no evaluation of the window is older than this
  window_start_seq bigint not null default 1,
  eval_count bigint not null default 0,
  n smallint not null default 0,
  passes smallint not null default 0,
  streak smallint not null default 0,
  latencies json not null default '[]',
  sources json not null default '{}',
  score smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  last_evaluated_at timestamptz(3),
  primary key (organization_id, agent_id)
) with (fillfactor = 70);
-- the ladder: only those with enough evaluations are ranked
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
  occurred_at timestamptz(3),
  accepted_at timestamptz(3) not null,
  -- of the agent, right after this one
  score smallint not null,
  primary key (organization_id, evaluation_id),
  check ((seq is null) = (status = 'dry_run')),
  check ((passed is null) = (status = 'errored')),
  check ((reason is null) = (status <> 'errored'))
);
create unique index evaluations_by_agent on evaluations (organization_id, agent_id, seq) where seq is not null;
create index evaluations_dry_runs on evaluations (organization_id, agent_id, evaluation_id) where seq is null;
create trigger evaluations_are_final before update or delete on evaluations
  for each row execute function refuse_change();
`,
};
