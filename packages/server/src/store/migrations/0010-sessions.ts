import type { Migration } from '../sql/migrate.ts';

/** Browser sessions and login links. */
export const sessionsMigration: Migration = {
  name: 'sessions',
  sql: `
create table sessions (
  secret_digest bytea primary key check (length(secret_digest) = 32),
  organization_id uuid not null references organizations,
  scopes text[] not null,
  -- the id of the key that it was opened with, or who made the link
  actor text not null,
  api_key_id uuid,
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
`,
};
