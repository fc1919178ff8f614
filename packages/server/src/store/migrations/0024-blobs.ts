import type { Migration } from '../sql/migrate.ts';

/** Contents outside of the database. */
export const blobsMigration: Migration = {
  name: 'blobs',
  sql: `
-- where the content is: in this row, or under a name in a folder or object store
alter table evidence_parts
  alter column content drop not null,
  add column location text not null default 'pg',
  add column blob text,
  add constraint evidence_parts_location check ((location = 'pg') = (content is not null) and (location = 'pg') = (blob is null));

-- a content may move, but it stays the same
create function refuse_changed_content() returns trigger language plpgsql as $$
begin
  if (new.organization_id, new.digest, new.encoding, new.size_bytes)
      is distinct from (old.organization_id, old.digest, old.encoding, old.size_bytes)
    or (new.location, new.blob) is not distinct from (old.location, old.blob) then
    raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger evidence_is_final on evidence_parts;
create trigger evidence_is_final before update on evidence_parts for each row execute function refuse_changed_content();

-- the stores in which this database may delete; shared by all organizations
create table blob_stores (
  location text primary key,
  owner uuid not null,
  claimed_at timestamptz(3) not null default now()
);
`,
};
