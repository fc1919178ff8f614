import type { Migration } from '../sql/migrate.ts';

const COUNTED = [
  'workspace_id',
  'created_at',
  'status',
  'agent_id',
  'model',
  'scenario',
  'label',
  'result',
  'cost_usd_micros',
];
const tell = (table: string): string => COUNTED.map((column) => `${table}.${column}`).join(', ');

// each column of `run_group_days` with its sum over runs
const DAYS: Readonly<Record<string, string>> = {
  runs: 'sum(sign)',
  passed: `sum(sign) filter (where result = 'passed')`,
  not_passed: `sum(sign) filter (where result in ('failed', 'tampered'))`,
  tampered: `sum(sign) filter (where result = 'tampered')`,
  unchecked: `sum(sign) filter (where result = 'unchecked')`,
  errored: `sum(sign) filter (where result = 'error')`,
  priced: 'sum(sign) filter (where cost_usd_micros is not null)',
  cost_usd_micros_sum: 'sum(sign * cost_usd_micros)',
};

// what a transcript says about its model has no limit of its own, and an index has one
const GROUPS = `
  (values ('agent', agent_id), ('model', left(coalesce(model, ''), 200)), ('scenario', scenario),
    ('label', coalesce(label, ''))) as grouped (dimension, name)`;

// in key order, so that concurrent updates do not deadlock
const count = (source: string): string => `
  insert into run_group_days as kept
    (organization_id, workspace_id, dimension, day, name, ${Object.keys(DAYS).join(', ')})
  select organization_id, workspace_id, dimension, (created_at at time zone 'UTC')::date, name,
    ${Object.values(DAYS)
      .map((sum) => `coalesce(${sum}, 0)`)
      .join(',\n    ')}
  from (${source}) as counted cross join lateral ${GROUPS}
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, workspace_id, dimension, day, name) do update set
    ${Object.keys(DAYS)
      .map((column) => `${column} = kept.${column} + excluded.${column}`)
      .join(', ')};`;

/** Daily counts of finished runs by agent, model, scenario and label. */
export const runGroupsMigration: Migration = {
  name: 'run-groups',
  sql: `
create table run_group_days (
  organization_id uuid not null,
  workspace_id uuid not null,
  dimension text not null check (dimension in ('agent', 'model', 'scenario', 'label')),
  day date not null,
  -- empty for runs without one
  name text collate "C" not null,
  ${Object.keys(DAYS)
    .map((column) => `${column} ${column.endsWith('_sum') ? 'numeric' : 'bigint'} not null`)
    .join(',\n  ')},
  primary key (organization_id, workspace_id, dimension, day, name),
  foreign key (organization_id, workspace_id) references workspaces
) with (fillfactor = 70);

create function group_new_runs() returns trigger language plpgsql as $$
begin
  ${count(`select *, 1 as sign from new_runs where status = 'finished'`)}
  return null;
end $$;
create trigger runs_grouped_new after insert on runs referencing new table as new_runs
  for each statement execute function group_new_runs();

create function group_changed_runs() returns trigger language plpgsql as $$
begin
  ${count(`
    select new_runs.*, 1 as sign from new_runs join old_runs using (organization_id, run_id)
    where new_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})
    union all
    select old_runs.*, -1 as sign from new_runs join old_runs using (organization_id, run_id)
    where old_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})`)}
  return null;
end $$;
create trigger runs_grouped_changed after update on runs referencing old table as old_runs new table as new_runs
  for each statement execute function group_changed_runs();

${count(`select *, 1 as sign from runs where status = 'finished'`)}
`,
};
