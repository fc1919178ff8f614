import type { Migration } from '../sql/migrate.ts';

/** Organizations, workspaces, API keys, the audit log and idempotency keys. */
export const organizationsMigration: Migration = {
  name: 'organizations',
  sql: `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create table organizations (
  organization_id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz(3) not null default now()
);

create table workspaces (
  organization_id uuid not null references organizations,
  workspace_id uuid not null,
  name text not null check (name <> ''),
  weights json,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id),
  unique (organization_id, name)
);

create table api_keys (
  organization_id uuid not null references organizations,
  api_key_id uuid not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0),
  secret_digest bytea not null check (length(secret_digest) = 32),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (organization_id, api_key_id)
);
-- the one look-up that does not know the organization yet: it is how it becomes known
create unique index api_keys_by_id on api_keys (api_key_id);

create table audit_log (
  organization_id uuid not null references organizations,
  audit_entry_id uuid not null,
  actor text not null,
  action text not null,
  target text,
  details json not null,
  at timestamptz(3) not null default now(),
  primary key (organization_id, audit_entry_id)
);
create trigger audit_log_is_final before update or delete on audit_log for each row execute function refuse_change();

create table idempotency_keys (
  organization_id uuid not null references organizations,
  idempotency_key text not null,
  body_digest text not null,
  response json,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, idempotency_key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
`,
};
