import type { Migration } from '../sql/migrate.ts';

/** Run requests with agent and priority, concurrency limits, and how attempts end. */
export const queueMigration: Migration = {
  name: 'queue',
  sql: `
alter table workspaces add column concurrency_limit integer check (concurrency_limit > 0);

-- a run that could not be executed at all is neither finished nor cancelled, and says why
alter table runs drop constraint runs_status_check;
alter table runs add constraint runs_status_check
  check (status in ('queued', 'running', 'finished', 'cancelled', 'abandoned'));
alter table runs add column problem text;
alter table runs add constraint runs_problem_check check ((status = 'abandoned') = (problem is not null));
-- what is on its way, of all organizations: there is one queue for all
create index runs_open on runs (organization_id, run_id) where status in ('queued', 'running');

alter table run_attempts drop constraint run_attempts_status_check;
alter table run_attempts add constraint run_attempts_status_check
  check (status in ('running', 'lost', 'failed', 'returned', 'cancelled', 'finished'));
alter table run_attempts add column problem text;

create table run_requests (
  organization_id uuid not null,
  run_id uuid not null,
  agent json not null,
  repeat integer not null,
  priority smallint not null,
  primary key (organization_id, run_id),
  foreign key (organization_id, run_id) references runs
);
`,
};
