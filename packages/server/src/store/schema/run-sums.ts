interface Sums {
  readonly table: string;
  /** Of `runs`: a change of another column changes no sum. */
  readonly counted: readonly string[];
  /** Columns of the key besides organization, workspace and day. */
  readonly key: readonly string[];
  /** Makes several rows of each run; empty for one. */
  readonly expand: string;
  /** Each column with its sum. */
  readonly sums: Readonly<Record<string, string>>;
}

const PASSED = {
  passed: `sum(sign) filter (where result = 'passed')`,
  not_passed: `sum(sign) filter (where result in ('failed', 'tampered'))`,
  tampered: `sum(sign) filter (where result = 'tampered')`,
  unchecked: `sum(sign) filter (where result = 'unchecked')`,
  errored: `sum(sign) filter (where result = 'error')`,
};
const PRICED = {
  priced: 'sum(sign) filter (where cost_usd_micros is not null)',
  cost_usd_micros_sum: 'sum(sign * cost_usd_micros)',
};

const RUN_DAYS: Sums = {
  table: 'run_days',
  counted: ['outcome', 'overall', 'tier', 'score', 'wall_ms'],
  key: [],
  expand: '',
  sums: {
    runs: 'sum(sign)',
    completed: `sum(sign) filter (where outcome = 'COMPLETED')`,
    blocked: `sum(sign) filter (where outcome = 'BLOCKED')`,
    failed: `sum(sign) filter (where outcome = 'FAILED')`,
    ...PASSED,
    bronze: `sum(sign) filter (where tier = 'Bronze')`,
    silver: `sum(sign) filter (where tier = 'Silver')`,
    gold: `sum(sign) filter (where tier = 'Gold')`,
    elite: `sum(sign) filter (where tier = 'Elite')`,
    unranked: `sum(sign) filter (where tier = 'Unranked')`,
    // the mean score covers passed runs only
    scored: `sum(sign) filter (where score is not null and result = 'passed')`,
    score_sum: `sum(sign * score) filter (where result = 'passed')`,
    score_square_sum: `sum(sign * score * score) filter (where result = 'passed')`,
    timed: 'sum(sign) filter (where wall_ms is not null)',
    wall_ms_sum: 'sum(sign * wall_ms::numeric)',
    ...PRICED,
  },
};

const RUN_GROUP_DAYS: Sums = {
  table: 'run_group_days',
  counted: ['agent_id', 'model', 'scenario', 'label'],
  key: ['dimension', 'name'],
  // agents may report models of any length, and keys of an index have a limit
  expand: `cross join lateral (values ('agent', agent_id), ('model', left(coalesce(model, ''), 200)),
    ('scenario', scenario), ('label', coalesce(label, ''))) as grouped (dimension, name)`,
  sums: { runs: 'sum(sign)', ...PASSED, ...PRICED },
};

/** Triggers that keep the sums of finished runs by the day they were requested. */
function keepSums({ table, counted, key, expand, sums }: Sums): string {
  const columns = Object.keys(sums);
  const keys = ['organization_id', 'workspace_id', 'day', ...key];
  const places = keys.map((_, index) => index + 1).join(', ');
  // in key order, so that concurrent updates do not deadlock
  const add = (source: string): string => `
  insert into ${table} as kept (${[...keys, ...columns].join(', ')})
  select organization_id, workspace_id, (created_at at time zone 'UTC')::date, ${[
    ...key,
    ...Object.values(sums).map((sum) => `coalesce(${sum}, 0)`),
  ].join(',\n    ')}
  from (${source}) as counted ${expand}
  group by ${places} order by ${places}
  on conflict (${keys.join(', ')}) do update set
    ${columns.map((column) => `${column} = kept.${column} + excluded.${column}`).join(', ')};`;
  const read = ['workspace_id', 'created_at', 'status', 'result', 'cost_usd_micros', ...counted];
  const values = (rows: string): string => `(${read.map((column) => `${rows}.${column}`).join(', ')})`;
  const changed = (rows: string, sign: number): string => `
    select ${rows}.*, ${sign} as sign from new_runs join old_runs using (organization_id, run_id)
    where ${rows}.status = 'finished' and ${values('new_runs')} is distinct from ${values('old_runs')}`;
  return `
create function add_new_runs_to_${table}() returns trigger language plpgsql as $$
begin
  ${add(`select *, 1 as sign from new_runs where status = 'finished'`)}
  return null;
end $$;
create trigger new_runs_to_${table} after insert on runs referencing new table as new_runs
  for each statement execute function add_new_runs_to_${table}();

create function add_changed_runs_to_${table}() returns trigger language plpgsql as $$
begin
  ${add(`${changed('new_runs', 1)} union all ${changed('old_runs', -1)}`)}
  return null;
end $$;
create trigger changed_runs_to_${table} after update on runs referencing old table as old_runs new table as new_runs
  for each statement execute function add_changed_runs_to_${table}();
`;
}

const declare = ({ sums }: Sums): string =>
  Object.keys(sums)
    .map((column) => `${column} ${/^(wall|cost).*_sum$/.test(column) ? 'numeric' : 'bigint'} not null`)
    .join(',\n  ');

/** Daily sums of finished runs: of a workspace, and by agent, model, scenario and label. */
export const RUN_SUMS = `
create table run_days (
  organization_id uuid not null,
  workspace_id uuid not null,
  day date not null,
  ${declare(RUN_DAYS)},
  primary key (organization_id, workspace_id, day),
  foreign key (organization_id, workspace_id) references workspaces
) with (fillfactor = 50);
${keepSums(RUN_DAYS)}
create table run_group_days (
  organization_id uuid not null,
  workspace_id uuid not null,
  dimension text not null check (dimension in ('agent', 'model', 'scenario', 'label')),
  day date not null,
  -- empty for runs without one
  name text collate "C" not null,
  ${declare(RUN_GROUP_DAYS)},
  primary key (organization_id, workspace_id, dimension, day, name),
  foreign key (organization_id, workspace_id) references workspaces
) with (fillfactor = 70);
${keepSums(RUN_GROUP_DAYS)}`;
