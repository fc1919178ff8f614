import type { Migration } from '../sql/migrate.ts';

/** What is known of a session while it runs. An agent may send both log records and spans, so their sums are apart. */
export const liveSessionsMigration: Migration = {
  name: 'live_sessions',
  sql: `
alter table telemetry_sessions
  add column agent text,
  add column model text,
  add column project text,
  add column log_turns integer not null default 0,
  add column span_turns integer not null default 0,
  add column log_cost_usd_micros bigint,
  add column span_cost_usd_micros bigint;
`,
};
