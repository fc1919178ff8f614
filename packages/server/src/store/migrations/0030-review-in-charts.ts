import type { Migration } from '../sql/migrate.ts';

const INCLUDED =
  'label, status, outcome, overall, result, review, judge_state, disagreement, axis_score, tier, score, wall_ms, cost_usd_micros';

/** The indexes that filters and charts read also have the number of findings to review. */
export const reviewInChartsMigration: Migration = {
  name: 'review in charts',
  sql: `
drop index runs_by_time, runs_by_agent, runs_by_scenario;
create index runs_by_time on runs (organization_id, workspace_id, created_at desc, run_id desc)
  include (agent_id, scenario, ${INCLUDED});
create index runs_by_agent on runs (organization_id, workspace_id, agent_id, created_at desc, run_id desc)
  include (scenario, ${INCLUDED});
create index runs_by_scenario on runs (organization_id, workspace_id, scenario, created_at desc, run_id desc)
  include (agent_id, ${INCLUDED});
`,
};
