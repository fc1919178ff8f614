import { AssayError, OrganizationId } from '@assay/schema';
import { Member, MemberId, type Role } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, type Sql, sql } from '../../sql/sql.ts';

const Row = Member.extend({ member_id: idColumn('usr', MemberId) });
const columns = sql`member_id, name, email, role, created_at`;

/** An account at an identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface NewMember extends Pick<Member, 'name' | 'email' | 'role'> {
  readonly identity?: Identity;
}

const Membership = z.object({
  organization_id: idColumn('org', OrganizationId),
  member_id: idColumn('usr', MemberId),
});
/** A member of one of the organizations. */
export type Membership = z.infer<typeof Membership>;

export interface MemberChange {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
}

export const membersTable = (connection: Connection, now: () => number) => ({
  async create(organization_id: OrganizationId, { name, email, role, identity }: NewMember): Promise<Member> {
    await refuseKnownEmail(connection, organization_id, email);
    return connection.get(query(Row)`
      insert into members (organization_id, member_id, name, email, role, oidc_issuer, oidc_subject)
      values (${toUuid(organization_id)}, ${toUuid(createStoreId('usr', now()))}, ${name}, ${email}, ${role},
        ${identity?.issuer ?? null}, ${identity?.subject ?? null})
      returning ${columns}`);
  },

  find: (organization_id: OrganizationId, member_id: MemberId): Promise<Member | undefined> =>
    connection.find(query(Row)`
      select ${columns} from members
      where organization_id = ${toUuid(organization_id)} and member_id = ${toUuid(member_id)} and removed_at is null`),

  findByEmail: (organization_id: OrganizationId, email: string): Promise<Member | undefined> =>
    findByEmail(connection, organization_id, email),

  /** Changes only the given fields. */
  async update(
    organization_id: OrganizationId,
    member_id: MemberId,
    { role, name, email }: MemberChange,
  ): Promise<Member | undefined> {
    await refuseKnownEmail(connection, organization_id, email ?? null, member_id);
    return connection.find(query(Row)`
      update members set
        role = coalesce(${role ?? null}, role),
        name = coalesce(${name ?? null}, name)
        ${email === undefined ? sql`` : sql`, ${changeEmail(email)}`}
      where organization_id = ${toUuid(organization_id)} and member_id = ${toUuid(member_id)} and removed_at is null
      returning ${columns}`);
  },

  /** Removes a member and ends its sessions and links. */
  async remove(organization_id: OrganizationId, member_id: MemberId): Promise<void> {
    const own = sql`organization_id = ${toUuid(organization_id)}`;
    await connection.run(sql`
      update members set removed_at = now(), ${changeEmail(null)}
      where ${own} and member_id = ${toUuid(member_id)}`);
    await connection.run(sql`delete from sessions where ${own} and member_id = ${toUuid(member_id)}`);
    await connection.run(sql`delete from session_links where ${own} and actor = ${member_id}`);
  },

  /** The members of all organizations with an account. */
  listOfIdentity: ({ issuer, subject }: Identity): Promise<Membership[]> =>
    connection.list(query(Membership)`
      select organization_id, member_id from members
      where oidc_issuer = ${issuer} and oidc_subject = ${subject} and removed_at is null
      order by organization_id`),

  /** The members of all organizations with an address, but another account. */
  listOfOthers: (email: string, { issuer, subject }: Identity): Promise<Membership[]> =>
    connection.list(query(Membership)`
      select organization_id, member_id from members
      where email = ${email} and removed_at is null
        and (oidc_issuer, oidc_subject) is distinct from (${issuer}::text, ${subject}::text)
      order by organization_id`),

  /** Ties the members with an address that have no account at this provider yet to this one. */
  identify: (email: string, { issuer, subject }: Identity): Promise<Membership[]> =>
    connection.list(query(Membership)`
      update members set oidc_issuer = ${issuer}, oidc_subject = ${subject}
      where email = ${email} and oidc_issuer is distinct from ${issuer} and removed_at is null and not exists (
        select from members as known
        where known.organization_id = members.organization_id and known.removed_at is null
          and known.oidc_issuer = ${issuer} and known.oidc_subject = ${subject})
      returning organization_id, member_id`),

  listOwners: (organization_id: OrganizationId): Promise<Member[]> =>
    connection.list(query(Row)`
      select ${columns} from members
      where organization_id = ${toUuid(organization_id)} and role = 'owner' and removed_at is null
      order by member_id`),

  /** Newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Member>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([MemberId]),
      keyOf: ({ member_id }) => [member_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from members where organization_id = ${toUuid(organization_id)} and removed_at is null
        ${after ? sql`and member_id < ${toUuid(after[0])}` : sql``}
        order by member_id desc limit ${limit}`,
    }),
});

// another address is another account
const changeEmail = (email: string | null): Sql =>
  sql`email = ${email},
    oidc_issuer = case when email is not distinct from ${email}::text then oidc_issuer end,
    oidc_subject = case when email is not distinct from ${email}::text then oidc_subject end`;

async function refuseKnownEmail(
  connection: Connection,
  organization_id: OrganizationId,
  email: string | null,
  except?: MemberId,
): Promise<void> {
  if (email === null) return;
  const known = await findByEmail(connection, organization_id, email);
  if (known === undefined || known.member_id === except) return;
  // whoever joins is not told who that is
  const whose = except === undefined ? 'another member' : `the member ${known.member_id}`;
  throw new AssayError(
    'conflict',
    `${email} is already the address of ${whose}. An owner can remove that member, clear its address, or create a sign-in link for it.`,
  );
}

const findByEmail = (
  connection: Connection,
  organization_id: OrganizationId,
  email: string,
): Promise<Member | undefined> =>
  connection.find(query(Row)`
    select ${columns} from members
    where organization_id = ${toUuid(organization_id)} and email = ${email} and removed_at is null`);
