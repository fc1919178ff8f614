import type { Migration } from '../sql/migrate.ts';

/** Comparisons, webhooks and their deliveries. */
export const comparisonsMigration: Migration = {
  name: 'comparisons',
  sql: `
create table comparisons (
  organization_id uuid not null references organizations,
  comparison_id uuid not null,
  workspace_id uuid not null,
  baseline text not null,
  candidate text not null,
  verdict text not null,
  comparison json not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, comparison_id),
  foreign key (organization_id, workspace_id) references workspaces
);
create index comparisons_by_time on comparisons (organization_id, workspace_id, comparison_id desc);
create trigger comparisons_are_final before update on comparisons for each row execute function refuse_change();

create table webhooks (
  organization_id uuid not null references organizations,
  webhook_id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- signs what is sent, so it has to be known; never shown again
  secret text not null,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  primary key (organization_id, webhook_id)
);

create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event_id text not null,
  event_type text not null,
  payload json not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz(3) not null default now(),
  last_error text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  primary key (organization_id, delivery_id),
  -- an event is told once to each, however often it is announced
  unique (organization_id, webhook_id, event_id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_by_webhook on webhook_deliveries (organization_id, webhook_id, delivery_id desc);
-- what is due, of all organizations: there is one sender for all
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where status = 'pending';
`,
};
