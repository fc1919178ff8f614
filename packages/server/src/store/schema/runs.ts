// what filters and charts read of the newest runs is in the indexes themselves
const INCLUDED =
  'label, status, outcome, overall, result, review, judge_state, disagreement, axis_score, tier, score, wall_ms, cost_usd_micros';

/** Scenarios, tasks, contents, runs with what was made of them, the queue, comparisons and share links. */
export const RUNS = `
create table scenarios (
  organization_id uuid not null references organizations,
  scenario_id uuid not null,
  name text collate "C" not null,
  revision integer not null default 1,
  scenario json not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  primary key (organization_id, scenario_id)
);
create unique index scenarios_by_name on scenarios (organization_id, name) where archived_at is null;

create table tasks (
  organization_id uuid not null references organizations,
  task_id uuid not null,
  scenario_id uuid,
  seeded_at timestamptz(3) not null,
  scenario json not null,
  task_digest text not null,
  scorers_digest text not null,
  rubric_digest text not null,
  seed_digest text not null,
  file_digests json,
  primary key (organization_id, task_id)
);
create index tasks_by_scenario on tasks (organization_id, scenario_id, task_id desc);
create trigger tasks_are_frozen before update or delete on tasks for each row execute function refuse_change();

create table evidence_parts (
  organization_id uuid not null references organizations,
  digest bytea not null check (length(digest) = 32),
  encoding text not null check (encoding in ('identity', 'zstd')),
  size_bytes bigint not null,
  -- where the content is: in this row, or under a name in a folder or object store
  location text not null default 'pg',
  content bytea,
  blob text,
  primary key (organization_id, digest),
  check ((location = 'pg') = (content is not null) and (location = 'pg') = (blob is null))
);
-- it is already compressed
alter table evidence_parts alter column content set storage external;

-- a content may move, but it stays the same
create function refuse_changed_content() returns trigger language plpgsql as $$
begin
  if (new.organization_id, new.digest, new.encoding, new.size_bytes)
      is distinct from (old.organization_id, old.digest, old.encoding, old.size_bytes)
    or (new.location, new.blob) is not distinct from (old.location, old.blob) then
    raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger evidence_is_final before update on evidence_parts for each row execute function refuse_changed_content();

-- the stores in which this database may delete; shared by all organizations
create table blob_stores (
  location text primary key,
  owner uuid not null,
  claimed_at timestamptz(3) not null default now()
);

-- what a task was frozen with, by path
create table task_files (
  organization_id uuid not null,
  task_id uuid not null,
  name text collate "C" not null,
  executable boolean not null,
  digest bytea not null,
  primary key (organization_id, task_id, name),
  foreign key (organization_id, task_id) references tasks,
  foreign key (organization_id, digest) references evidence_parts
);
create trigger task_files_are_frozen before update or delete on task_files
  for each row execute function refuse_change();

create table runs (
  organization_id uuid not null,
  run_id uuid not null,
  workspace_id uuid not null,
  task_id uuid not null,
  agent_id text collate "C" not null,
  scenario text collate "C" not null,
  label text collate "C",
  -- of a task; does not count for its agent
  proves boolean not null default false,
  status text not null check (status in ('queued', 'running', 'finished', 'cancelled', 'abandoned')),
  -- the newest; results of older ones are refused
  attempt integer not null default 0,
  -- why it could not be executed
  problem text,
  result text check (result in ('passed', 'failed', 'tampered', 'unchecked', 'error')),
  result_reason json,
  review integer,
  outcome text check (outcome in ('COMPLETED', 'BLOCKED', 'FAILED')),
  overall text,
  score smallint,
  tier text,
  axis_score smallint,
  composite double precision,
  -- the verdict of the judge, or why there is none; null until the run is graded
  judge_state text,
  judge_verdict text,
  run_verdict text,
  disagreement text,
  model text,
  wall_ms double precision,
  cost_usd_micros bigint,
  run json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  evidence_removed_at timestamptz(3),
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, run_id),
  foreign key (organization_id, workspace_id) references workspaces,
  foreign key (organization_id, task_id) references tasks,
  check ((status = 'finished') = (run is not null)),
  check ((status = 'finished') = (outcome is not null)),
  check ((status = 'abandoned') = (problem is not null))
);

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger runs_change before insert or update on runs for each row execute function note_change();
create index runs_by_change on runs (organization_id, changed_at, run_id);

create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc)
  include (agent_id, scenario, ${INCLUDED});
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc)
  include (scenario, ${INCLUDED});
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc)
  include (agent_id, ${INCLUDED});
create index runs_by_cell on runs (organization_id, workspace_id, scenario, agent_id, created_at desc, run_id desc);
${['label', 'outcome', 'overall', 'tier', 'result', 'disagreement']
  .map(
    (
      column,
    ) => `create index runs_by_${column} on runs (organization_id, workspace_id, ${column}, created_at desc, run_id desc)
  where ${column} is not null;`,
  )
  .join('\n')}
create index runs_by_judge on runs (organization_id, workspace_id, judge_state, created_at desc, run_id desc)
  where judge_state is not null;
create index runs_by_status on runs (organization_id, workspace_id, status, created_at desc, run_id desc);
create index runs_of_proofs on runs (organization_id, task_id, agent_id, created_at desc, run_id desc)
  where label = 'proof';
-- all that the latency baseline reads
create index runs_completed on runs (organization_id, workspace_id, finished_at desc, run_id desc)
  include (wall_ms) where outcome = 'COMPLETED' and not proves;
create index runs_with_evidence on runs (organization_id, workspace_id, finished_at, run_id)
  where evidence_removed_at is null and finished_at is not null;
-- the queue, which all organizations share
create index runs_open on runs (organization_id, run_id) where status in ('queued', 'running');

create table run_requests (
  organization_id uuid not null,
  run_id uuid not null,
  agent json not null,
  repeat integer not null,
  priority smallint not null,
  -- null if every worker has what the run needs
  needs json,
  primary key (organization_id, run_id),
  foreign key (organization_id, run_id) references runs
);

create table run_attempts (
  organization_id uuid not null,
  run_id uuid not null,
  attempt integer not null,
  worker text not null,
  status text not null check (status in ('running', 'lost', 'failed', 'returned', 'cancelled', 'finished')),
  problem text,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (organization_id, run_id, attempt),
  foreign key (organization_id, run_id) references runs
);

-- shared by all organizations, like the queue
create table workers (
  name text primary key,
  offer json not null,
  seen_at timestamptz(3) not null default now()
);

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
-- finds out whether others have the same content
create index run_evidence_by_content on run_evidence (organization_id, digest);
create trigger run_evidence_is_final before update on run_evidence for each row execute function refuse_change();

create table grades (
  organization_id uuid not null,
  run_id uuid not null,
  -- from 1; the highest is current
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

create table comparisons (
  organization_id uuid not null references organizations,
  comparison_id uuid not null,
  workspace_id uuid not null,
  baseline text not null,
  candidate text not null,
  verdict text not null,
  comparison json not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, comparison_id),
  foreign key (organization_id, workspace_id) references workspaces
);
create index comparisons_by_time on comparisons (organization_id, workspace_id, comparison_id desc);
create trigger comparisons_are_final before update on comparisons for each row execute function refuse_change();

-- apart from the comparison, which never changes
create table comparison_pull_requests (
  organization_id uuid not null,
  comparison_id uuid not null,
  pull_request json not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, comparison_id),
  foreign key (organization_id, comparison_id) references comparisons
);

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
`;
