import type { Migration } from '../sql/migrate.ts';

/** Scenarios and tasks. */
export const scenariosMigration: Migration = {
  name: 'scenarios',
  sql: `
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
`,
};
