import type { Migration } from '../sql/migrate.ts';

/** The verdict of the judge, or why there is none; null until the run is graded. */
export const judgeStateMigration: Migration = {
  name: 'judge-state',
  sql: `
alter table runs add column judge_state text;
update runs set judge_state = case
    when grade ->> 'not_scored' is not null then 'not_applicable'
    when grade ->> 'judgment' is null then 'not_asked'
    else coalesce(grade -> 'judgment' ->> 'verdict', 'UNPARSEABLE')
  end
from (
  select distinct on (organization_id, run_id) organization_id, run_id, grade from grades
  order by organization_id, run_id, revision desc
) as held
where held.organization_id = runs.organization_id and held.run_id = runs.run_id;

create index runs_by_judge on runs (organization_id, workspace_id, judge_state, created_at desc, run_id desc)
  where judge_state is not null;

-- everything that filters and charts read of the newest runs is in these indexes themselves
drop index runs_by_time, runs_by_agent, runs_by_scenario;
create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc)
  include (agent_id, scenario, label, status, outcome, overall, judge_state, tier, score, wall_ms, cost_usd_micros);
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc)
  include (scenario, label, status, outcome, overall, judge_state, tier, score, wall_ms, cost_usd_micros);
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc)
  include (agent_id, label, status, outcome, overall, judge_state, tier, score, wall_ms, cost_usd_micros);
`,
};
