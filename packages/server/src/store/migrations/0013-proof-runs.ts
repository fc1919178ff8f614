import type { Migration } from '../sql/migrate.ts';

/** Marks runs that prove a task; they do not count for agents. */
export const proofRunsMigration: Migration = {
  name: 'proof-runs',
  sql: `
alter table runs add column proves boolean not null default false;
update runs set proves = true from run_requests
where run_requests.organization_id = runs.organization_id and run_requests.run_id = runs.run_id
  and label = 'proof' and agent_id in (
    'oracle', 'nop', 'cheat:delete-tests', 'cheat:empty-tests', 'cheat:skip-all', 'cheat:weaken-assertions',
    'cheat:forced-green', 'cheat:exit-0-stub', 'cheat:special-case-input'
  )
  and concat_ws(':', agent ->> 'type', agent ->> 'cheat') = agent_id;

-- the latency baseline reads nothing else
drop index runs_completed;
create index runs_completed on runs (organization_id, workspace_id, finished_at desc, run_id desc)
  include (wall_ms) where outcome = 'COMPLETED' and not proves;
`,
};
