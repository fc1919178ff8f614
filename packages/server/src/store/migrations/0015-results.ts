import type { Migration } from '../sql/migrate.ts';

const COUNTED = [
  'workspace_id',
  'created_at',
  'status',
  'outcome',
  'overall',
  'result',
  'tier',
  'score',
  'wall_ms',
  'cost_usd_micros',
];
const tell = (table: string): string => COUNTED.map((column) => `${table}.${column}`).join(', ');

// each column of `run_days` with its sum over runs
const DAYS: Readonly<Record<string, string>> = {
  runs: 'sum(sign)',
  completed: `sum(sign) filter (where outcome = 'COMPLETED')`,
  blocked: `sum(sign) filter (where outcome = 'BLOCKED')`,
  failed: `sum(sign) filter (where outcome = 'FAILED')`,
  passed: `sum(sign) filter (where result = 'passed')`,
  not_passed: `sum(sign) filter (where result in ('failed', 'tampered'))`,
  tampered: `sum(sign) filter (where result = 'tampered')`,
  unchecked: `sum(sign) filter (where result = 'unchecked')`,
  errored: `sum(sign) filter (where result = 'error')`,
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
  priced: 'sum(sign) filter (where cost_usd_micros is not null)',
  cost_usd_micros_sum: 'sum(sign * cost_usd_micros)',
};

// in key order, so that concurrent updates do not deadlock
const count = (source: string): string => `
  insert into run_days as kept (organization_id, workspace_id, day, ${Object.keys(DAYS).join(', ')})
  select organization_id, workspace_id, (created_at at time zone 'UTC')::date,
    ${Object.values(DAYS)
      .map((sum) => `coalesce(${sum}, 0)`)
      .join(',\n    ')}
  from (${source}) as counted
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, workspace_id, day) do update set
    ${Object.keys(DAYS)
      .map((column) => `${column} = kept.${column} + excluded.${column}`)
      .join(', ')};`;

const INCLUDED =
  'label, status, outcome, overall, result, judge_state, disagreement, axis_score, tier, score, wall_ms, cost_usd_micros';

/** The result of a run. For runs already graded, it is derived from their grade. */
export const resultsMigration: Migration = {
  name: 'results',
  sql: `
alter table runs
  add column result text check (result in ('passed', 'failed', 'tampered', 'unchecked', 'error')),
  add column review integer,
  add column result_reason json;

-- nothing that anybody waits for changes
alter table runs disable trigger runs_change, disable trigger runs_counted_changed;
with held as (
  select distinct on (organization_id, run_id) organization_id, run_id, grade from grades
  order by organization_id, run_id, revision desc
)
update runs set review = 0, tier = coalesce(tier, 'Unranked'), result = case
  when run -> 'failure' ->> 'side' <> 'agent' then 'error'
  when exists (
    select from json_array_elements(held.grade -> 'results') as one
    where (one ->> 'required')::boolean and one ->> 'type' <> 'llm_judge' and one ->> 'verdict' = 'ERROR'
  ) then 'error'
  when exists (
    select from json_array_elements(held.grade -> 'results') as one
    where (one ->> 'required')::boolean and one ->> 'verdict' = 'FAIL' and one ->> 'type' in (
      'tests_unmodified', 'baseline_unmodified', 'no_new_skips', 'assertions_not_weakened',
      'runner_config_unmodified', 'special_cased_tests', 'early_exits', 'answer_lookups'
    )
  ) then 'tampered'
  when run ->> 'failure' is not null or overall = 'FAIL' or judge_verdict = 'FAIL' or exists (
    select from json_array_elements(run -> 'stages') as stage where not (stage ->> 'passed')::boolean
  ) then 'failed'
  when overall is distinct from 'PASS' and judge_verdict is null and json_array_length(run -> 'stages') = 0
    then 'unchecked'
  else 'passed'
end
from held where held.organization_id = runs.organization_id and held.run_id = runs.run_id;
update runs set result = 'error', review = 0, result_reason = json_build_object('message', problem)
where status = 'abandoned';
alter table runs enable trigger runs_change, enable trigger runs_counted_changed;

drop index runs_by_time, runs_by_agent, runs_by_scenario;
create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc)
  include (agent_id, scenario, ${INCLUDED});
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc)
  include (scenario, ${INCLUDED});
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc)
  include (agent_id, ${INCLUDED});
create index runs_by_result on runs (organization_id, workspace_id, result, created_at desc, run_id desc)
  where result is not null;
create index runs_by_disagreement on runs (organization_id, workspace_id, disagreement, created_at desc, run_id desc)
  where disagreement is not null;

alter table run_days
  add column tampered bigint not null default 0,
  add column unchecked bigint not null default 0,
  add column errored bigint not null default 0,
  add column unranked bigint not null default 0;

create or replace function count_new_runs() returns trigger language plpgsql as $$
begin
  ${count(`select *, 1 as sign from new_runs where status = 'finished'`)}
  return null;
end $$;

create or replace function count_changed_runs() returns trigger language plpgsql as $$
begin
  ${count(`
    select new_runs.*, 1 as sign from new_runs join old_runs using (organization_id, run_id)
    where new_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})
    union all
    select old_runs.*, -1 as sign from new_runs join old_runs using (organization_id, run_id)
    where old_runs.status = 'finished' and (${tell('new_runs')}) is distinct from (${tell('old_runs')})`)}
  return null;
end $$;

truncate run_days;
${count(`select *, 1 as sign from runs where status = 'finished'`)}
`,
};
