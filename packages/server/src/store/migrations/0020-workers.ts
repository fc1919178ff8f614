import type { Migration } from '../sql/migrate.ts';

/** What workers offer and what runs need. */
export const workersMigration: Migration = {
  name: 'workers',
  sql: `
-- shared by all organizations, like the queue
create table workers (
  name text primary key,
  offer json not null,
  seen_at timestamptz(3) not null default now()
);

-- null if every worker has what the run needs
alter table run_requests add column needs json;
`,
};
