/** Organizations and workspaces, who may use them, and what they tell other services. */
export const ORGANIZATIONS = `
-- rows are deleted only with their organization
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and to_jsonb(old) ->> 'organization_id' = current_setting('assay.deleted_organization', true) then
    return old;
  end if;
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create table organizations (
  organization_id uuid primary key,
  name text not null check (name <> ''),
  -- for evaluations that name no reference
  latency_ref_ms double precision check (latency_ref_ms > 0),
  telemetry_content text not null default 'redacted' check (telemetry_content in ('off', 'redacted', 'full')),
  created_at timestamptz(3) not null default now(),
  -- nobody can use a deleted organization; its rows are deleted in the background
  deleted_at timestamptz(3),
  deleted_by text
);

create table workspaces (
  organization_id uuid not null references organizations,
  workspace_id uuid not null,
  name text not null check (name <> ''),
  weights json,
  judge json,
  prices json,
  concurrency_limit integer check (concurrency_limit > 0),
  evidence_retention_days integer check (evidence_retention_days > 0),
  budget_usd_micros bigint check (budget_usd_micros > 0),
  share_links boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id),
  unique (organization_id, name)
);

-- each alert goes out once per month; a changed budget has its own
create table budget_alerts (
  organization_id uuid not null,
  workspace_id uuid not null,
  month date not null,
  budget_usd_micros bigint not null,
  percent smallint not null,
  reached_at timestamptz(3) not null default now(),
  primary key (organization_id, workspace_id, month, budget_usd_micros, percent),
  foreign key (organization_id, workspace_id) references workspaces
);

create table api_keys (
  organization_id uuid not null references organizations,
  api_key_id uuid not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0),
  secret_digest bytea not null check (length(secret_digest) = 32),
  created_at timestamptz(3) not null default now(),
  -- null if the key never expires
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (organization_id, api_key_id)
);
-- keys are looked up before their organization is known
create unique index api_keys_by_id on api_keys (api_key_id);

create table members (
  organization_id uuid not null references organizations,
  member_id uuid not null,
  name text not null check (name <> ''),
  -- in lower case
  email text,
  role text not null check (role in ('viewer', 'editor', 'owner')),
  -- both null until the member first signs in at the identity provider
  oidc_issuer text,
  oidc_subject text,
  created_at timestamptz(3) not null default now(),
  -- the name of a removed member stays, for the audit log
  removed_at timestamptz(3),
  primary key (organization_id, member_id)
);
create unique index members_by_email on members (organization_id, email) where removed_at is null;
create unique index members_by_identity on members (oidc_issuer, oidc_subject, organization_id)
  where removed_at is null;
create index members_of_email on members (email) where removed_at is null;

create table invitations (
  organization_id uuid not null references organizations,
  invitation_id uuid not null,
  token_digest bytea not null check (length(token_digest) = 32),
  role text not null check (role in ('viewer', 'editor', 'owner')),
  email text,
  note text,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (organization_id, invitation_id)
);
create unique index invitations_by_token on invitations (token_digest);

-- of browsers
create table sessions (
  secret_digest bytea primary key check (length(secret_digest) = 32),
  organization_id uuid not null references organizations,
  scopes text[] not null,
  -- the key that opened it, or who created its link
  actor text not null,
  api_key_id uuid,
  member_id uuid,
  csrf_token text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create table session_links (
  token_digest bytea primary key check (length(token_digest) = 32),
  organization_id uuid not null references organizations,
  scopes text[] not null,
  actor text not null,
  expires_at timestamptz(3) not null
);

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

create table webhooks (
  organization_id uuid not null references organizations,
  webhook_id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- signs deliveries, so it is stored as it is; never shown again
  secret text not null,
  -- signs beside the new one until then
  previous_secret text,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  primary key (organization_id, webhook_id)
);

-- the organizations with webhooks, of these; a function, so that it is planned once per connection
create function with_webhooks(organizations uuid[]) returns text[] language plpgsql stable as $$
begin
  return (
    select array_agg(distinct organization_id::text) from webhooks
    where organization_id = any (organizations) and disabled_at is null
  );
end $$;

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
  -- each webhook gets an event once
  unique (organization_id, webhook_id, event_id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_by_webhook on webhook_deliveries (organization_id, webhook_id, delivery_id desc);
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
-- one sender delivers for all organizations
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where status = 'pending';
`;
