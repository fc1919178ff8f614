import type { Migration } from '../sql/migrate.ts';

/** Accounts of members at an identity provider, and organizations that can be deleted. */
export const identitiesAndDeletionMigration: Migration = {
  name: 'identities and deletion',
  sql: `
-- both null until the member first signs in at the identity provider
alter table members add column oidc_issuer text, add column oidc_subject text;
create unique index members_by_identity on members (oidc_issuer, oidc_subject, organization_id)
  where removed_at is null;
create index members_of_email on members (email) where removed_at is null;

-- nobody can use a deleted organization; its rows are deleted in the background
alter table organizations add column deleted_at timestamptz(3), add column deleted_by text;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and to_jsonb(old) ->> 'organization_id' = current_setting('assay.deleted_organization', true) then
    return old;
  end if;
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
`,
};
