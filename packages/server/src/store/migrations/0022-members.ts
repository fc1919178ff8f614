import type { Migration } from '../sql/migrate.ts';

/** Members of organizations, and invitations. */
export const membersMigration: Migration = {
  name: 'members',
  sql: `
create table members (
  organization_id uuid not null references organizations,
  member_id uuid not null,
  name text not null check (name <> ''),
  -- in lower case
  email text,
  role text not null check (role in ('viewer', 'editor', 'owner')),
  created_at timestamptz(3) not null default now(),
  -- the name of a removed member stays, for the audit log
  removed_at timestamptz(3),
  primary key (organization_id, member_id)
);
create unique index members_by_email on members (organization_id, email) where removed_at is null;

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

alter table sessions add column member_id uuid;
`,
};
