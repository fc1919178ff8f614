import { OrganizationId } from '@assay/schema';
import { Invitation, InvitationId } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, sql } from '../../sql/sql.ts';
import { createToken, digestToken } from './link-token.ts';

const Row = Invitation.extend({ invitation_id: idColumn('inv', InvitationId) });
const Owned = Row.extend({ organization_id: idColumn('org', OrganizationId) });
/** An invitation and who invites. */
export type OwnedInvitation = z.infer<typeof Owned>;

/** How long an invitation is valid; it works once. */
const INVITATION_DAYS = 7;
const columns = sql`invitation_id, role, email, note, created_by, created_at, expires_at`;

export type NewInvitation = Pick<Invitation, 'role' | 'email' | 'note' | 'created_by'>;

export const invitationsTable = (connection: Connection, now: () => number) => ({
  /** Creates an invitation. The token of its link is returned only here: only a digest is stored. */
  async create(
    organization_id: OrganizationId,
    { role, email, note, created_by }: NewInvitation,
  ): Promise<{ invitation: Invitation; token: string }> {
    const token = createToken();
    const invitation = await connection.get(query(Row)`
      insert into invitations
        (organization_id, invitation_id, token_digest, role, email, note, created_by, expires_at)
      values (${toUuid(organization_id)}, ${toUuid(createStoreId('inv', now()))}, ${digestToken(token)}, ${role},
        ${email}, ${note}, ${created_by}, now() + make_interval(days => ${INVITATION_DAYS}))
      returning ${columns}`);
    return { invitation, token };
  },

  find: (token: string): Promise<OwnedInvitation | undefined> =>
    connection.find(query(Owned)`
      select organization_id, ${columns} from invitations
      where token_digest = ${digestToken(token)} and expires_at > now()`),

  /** The invitation of a token. Uses up the token. */
  use: (token: string): Promise<OwnedInvitation | undefined> =>
    connection.find(query(Owned)`
      delete from invitations where token_digest = ${digestToken(token)} and expires_at > now()
      returning organization_id, ${columns}`),

  /** The newest invitation for an address of each organization, except these. Uses up the older ones too. */
  async useForEmail(email: string, { except }: { except: readonly OrganizationId[] }): Promise<OwnedInvitation[]> {
    const used = await connection.list(query(Owned)`
      delete from invitations where email = ${email} and expires_at > now()
        and organization_id <> all (${except.map((organization_id) => toUuid(organization_id))}::uuid[])
      returning organization_id, ${columns}`);
    const newest = used.toSorted((a, b) => (a.invitation_id < b.invitation_id ? 1 : -1));
    return newest.filter(
      ({ organization_id }, index) => index === newest.findIndex((other) => other.organization_id === organization_id),
    );
  },

  /** Undefined if the organization has no such invitation. */
  revoke: (organization_id: OrganizationId, invitation_id: InvitationId): Promise<Invitation | undefined> =>
    connection.find(query(Row)`
      delete from invitations
      where organization_id = ${toUuid(organization_id)} and invitation_id = ${toUuid(invitation_id)}
      returning ${columns}`),

  /** The open invitations, newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Invitation>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([InvitationId]),
      keyOf: ({ invitation_id }) => [invitation_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from invitations where organization_id = ${toUuid(organization_id)} and expires_at > now()
        ${after ? sql`and invitation_id < ${toUuid(after[0])}` : sql``}
        order by invitation_id desc limit ${limit}`,
    }),

  /** Deletes expired invitations of all organizations. */
  async forgetOld(): Promise<void> {
    await connection.run(sql`delete from invitations where expires_at < now()`);
  },
});
