import type { Migration } from '../sql/migrate.ts';

/** Runs with attempts, evidence, grades, judgments and scores. */
export const runsMigration: Migration = {
  name: 'runs',
  sql: `
create table runs (
  organization_id uuid not null,
  run_id uuid not null,
  workspace_id uuid not null,
  task_id uuid not null,
  agent_id text collate "C" not null,
  scenario text collate "C" not null,
  label text collate "C",
  status text not null check (status in ('queued', 'running', 'finished', 'cancelled')),
  -- of the newest attempt: what an older one brings is refused
  attempt integer not null default 0,
  outcome text check (outcome in ('COMPLETED', 'BLOCKED', 'FAILED')),
  overall text,
  score smallint,
  tier text,
  wall_ms double precision,
  cost_usd_micros bigint,
  run json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, run_id),
  foreign key (organization_id, workspace_id) references workspaces,
  foreign key (organization_id, task_id) references tasks,
  check ((status = 'finished') = (run is not null)),
  check ((status = 'finished') = (outcome is not null))
);
create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc);
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc);
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc);
create index runs_by_label on runs (organization_id, workspace_id, label, created_at desc, run_id desc)
  where label is not null;
create index runs_by_status on runs (organization_id, workspace_id, status, created_at desc, run_id desc);
create index runs_by_outcome on runs (organization_id, workspace_id, outcome, created_at desc, run_id desc)
  where outcome is not null;
-- the latency baseline and the trend of the score read nothing else
create index runs_completed on runs (organization_id, workspace_id, finished_at desc, run_id desc)
  include (wall_ms, score) where outcome = 'COMPLETED';

create table run_attempts (
  organization_id uuid not null,
  run_id uuid not null,
  attempt integer not null,
  worker text not null,
  status text not null check (status in ('running', 'lost', 'finished')),
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (organization_id, run_id, attempt),
  foreign key (organization_id, run_id) references runs
);

create table evidence_parts (
  organization_id uuid not null references organizations,
  digest bytea not null check (length(digest) = 32),
  encoding text not null check (encoding in ('identity', 'zstd')),
  size_bytes bigint not null,
  content bytea not null,
  primary key (organization_id, digest)
);
-- it is compressed already
alter table evidence_parts alter column content set storage external;
create trigger evidence_is_final before update on evidence_parts for each row execute function refuse_change();

create table run_evidence (
  organization_id uuid not null,
  run_id uuid not null,
  attempt integer not null,
  name text collate "C" not null,
  digest bytea not null,
  primary key (organization_id, run_id, attempt, name),
  foreign key (organization_id, run_id) references runs,
  foreign key (organization_id, digest) references evidence_parts
);
create trigger run_evidence_is_final before update on run_evidence for each row execute function refuse_change();

create table grades (
  organization_id uuid not null,
  run_id uuid not null,
  -- 1 is the first, the highest the one that holds
  revision integer not null,
  graded_at timestamptz(3) not null,
  grade json not null,
  primary key (organization_id, run_id, revision),
  foreign key (organization_id, run_id) references runs
);
create trigger grades_are_final before update on grades for each row execute function refuse_change();

create table judgments (
  organization_id uuid not null,
  judgment_id uuid not null,
  run_id uuid not null,
  judged_at timestamptz(3) not null,
  judgment json not null,
  primary key (organization_id, judgment_id),
  foreign key (organization_id, run_id) references runs
);
create index judgments_by_run on judgments (organization_id, run_id, judgment_id);

create table agent_run_scores (
  organization_id uuid not null,
  run_id uuid not null,
  formula text not null,
  formula_version text not null,
  score smallint not null check (score between 0 and 100),
  tier text not null,
  axes json not null,
  weights json not null,
  inputs json not null,
  defaulted json not null,
  ledger json not null,
  scored_at timestamptz(3) not null default now(),
  primary key (organization_id, run_id, formula, formula_version),
  foreign key (organization_id, run_id) references runs
);
create trigger agent_run_scores_are_final before update on agent_run_scores
  for each row execute function refuse_change();
`,
};
