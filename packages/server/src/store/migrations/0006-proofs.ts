import type { Migration } from '../sql/migrate.ts';

/** Tool and metadata of evaluations, public agents, default latency and signing keys. */
export const proofsMigration: Migration = {
  name: 'proofs',
  sql: `
alter table agents add column public boolean not null default false;
-- what latencies are measured against where nobody says
alter table organizations add column latency_ref_ms double precision check (latency_ref_ms > 0);

alter table evaluations add column tool text, add column metadata json;
-- a trial whose checks could not say has no verdict either
alter table evaluations drop constraint evaluations_check1, drop constraint evaluations_check2;
alter table evaluations
  add constraint evaluations_verdict check (status = 'dry_run' or (passed is null) = (status = 'errored')),
  add constraint evaluations_reason check ((reason is null) = (passed is not null));
create index evaluations_by_run on evaluations (organization_id, run_id, evaluation_id desc) where run_id is not null;
-- a graded run counts once, however often it is graded
create unique index evaluations_of_graded_run on evaluations (organization_id, run_id) where source = 'run';

-- of the server and not of an organization: it is the server that vouches
create table signing_keys (
  kid text collate "C" primary key,
  public_key bytea not null check (length(public_key) = 32),
  -- none is left of a key that was revoked
  private_key bytea,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_reason text,
  check ((revoked_at is null) = (private_key is not null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
-- one at a time signs
create unique index signing_keys_signing on signing_keys ((true)) where retired_at is null and revoked_at is null;
`,
};
