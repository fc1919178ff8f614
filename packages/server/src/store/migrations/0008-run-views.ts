import type { Migration } from '../sql/migrate.ts';

const COUNTED = [
  'workspace_id',
  'created_at',
  'status',
  'outcome',
  'overall',
  'tier',
  'score',
  'wall_ms',
  'cost_usd_micros',
];
const tell = (table: string): string => COUNTED.map((column) => `${table}.${column}`).join(', ');

const DAYS = [
  'runs',
  'completed',
  'blocked',
  'failed',
  'passed',
  'not_passed',
  'bronze',
  'silver',
  'gold',
  'elite',
  'scored',
  'score_sum',
  'score_square_sum',
  'timed',
  'wall_ms_sum',
  'priced',
  'cost_usd_micros_sum',
];

// in key order, so that concurrent updates do not deadlock
const count = (source: string): string => `
  insert into run_days as kept (organization_id, workspace_id, day, ${DAYS.join(', ')})
  select organization_id, workspace_id, (created_at at time zone 'UTC')::date,
    sum(sign),
    coalesce(sum(sign) filter (where outcome = 'COMPLETED'), 0),
    coalesce(sum(sign) filter (where outcome = 'BLOCKED'), 0),
    coalesce(sum(sign) filter (where outcome = 'FAILED'), 0),
    coalesce(sum(sign) filter (where overall = 'PASS'), 0),
    coalesce(sum(sign) filter (where overall = 'FAIL'), 0),
    coalesce(sum(sign) filter (where tier = 'Bronze'), 0),
    coalesce(sum(sign) filter (where tier = 'Silver'), 0),
    coalesce(sum(sign) filter (where tier = 'Gold'), 0),
    coalesce(sum(sign) filter (where tier = 'Elite'), 0),
    coalesce(sum(sign) filter (where score is not null), 0),
    coalesce(sum(sign * score), 0),
    coalesce(sum(sign * score * score), 0),
    coalesce(sum(sign) filter (where wall_ms is not null), 0),
    coalesce(sum(sign * wall_ms::numeric), 0),
    coalesce(sum(sign) filter (where cost_usd_micros is not null), 0),
    coalesce(sum(sign * cost_usd_micros), 0)
  from (${source}) as counted
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, workspace_id, day) do update set
    ${DAYS.map((column) => `${column} = kept.${column} + excluded.${column}`).join(', ')};`;

/** Columns and daily counts for lists and charts of runs, change times, and task files. */
export const runViewsMigration: Migration = {
  name: 'run-views',
  sql: `
alter table runs
  add column model text,
  add column axis_score smallint,
  add column composite double precision,
  add column judge_verdict text,
  add column run_verdict text,
  add column disagreement text,
  add column changed_at timestamptz(3) not null default clock_timestamp();

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger runs_change before insert or update on runs for each row execute function note_change();
create index runs_by_change on runs (organization_id, changed_at, run_id);

-- everything that filters and charts read of the newest runs is in these indexes themselves
drop index runs_by_time, runs_by_agent, runs_by_scenario;
create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc)
  include (agent_id, scenario, label, status, outcome, overall, tier, score, wall_ms, cost_usd_micros);
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc)
  include (scenario, label, status, outcome, overall, tier, score, wall_ms, cost_usd_micros);
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc)
  include (agent_id, label, status, outcome, overall, tier, score, wall_ms, cost_usd_micros);
create index runs_by_cell on runs (organization_id, workspace_id, scenario, agent_id, created_at desc, run_id desc);
create index runs_by_overall on runs (organization_id, workspace_id, overall, created_at desc, run_id desc)
  where overall is not null;
create index runs_by_tier on runs (organization_id, workspace_id, tier, created_at desc, run_id desc)
  where tier is not null;

-- finished runs by the day they were asked for, kept by the triggers below
create table run_days (
  organization_id uuid not null,
  workspace_id uuid not null,
  day date not null,
  runs bigint not null,
  completed bigint not null,
  blocked bigint not null,
  failed bigint not null,
  passed bigint not null,
  not_passed bigint not null,
  bronze bigint not null,
  silver bigint not null,
  gold bigint not null,
  elite bigint not null,
  scored bigint not null,
  score_sum bigint not null,
  score_square_sum bigint not null,
  timed bigint not null,
  wall_ms_sum numeric not null,
  priced bigint not null,
  cost_usd_micros_sum numeric not null,
  primary key (organization_id, workspace_id, day),
  foreign key (organization_id, workspace_id) references workspaces
) with (fillfactor = 50);

create function count_new_runs() returns trigger language plpgsql as $$
begin
  ${count(`select *, 1 as sign from new_runs where status = 'finished'`)}
  return null;
end $$;
create trigger runs_counted_new after insert on runs referencing new table as new_runs
  for each statement execute function count_new_runs();

create function count_changed_runs() returns trigger language plpgsql as $$
begin
  ${count(`
    select new_runs.*, 1 as sign from new_runs join old_runs using (organization_id, run_id)
    where new_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})
    union all
    select old_runs.*, -1 as sign from new_runs join old_runs using (organization_id, run_id)
    where old_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})`)}
  return null;
end $$;
create trigger runs_counted_changed after update on runs referencing old table as old_runs new table as new_runs
  for each statement execute function count_changed_runs();

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
`,
};
