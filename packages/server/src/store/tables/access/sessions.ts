import { Instant, OrganizationId } from '@assay/schema';
import { ROLE_SCOPES, Role, type Scope, SignIn, SignInId } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, sql } from '../../sql/sql.ts';
import { nameActors } from './actor-names.ts';
import { isUsable } from './api-keys.ts';
import { createToken, digestToken } from './link-token.ts';

const Session = z.object({
  organization_id: idColumn('org', OrganizationId),
  scopes: z.array(z.enum(['read', 'write', 'admin'])),
  actor: z.string(),
});
/** Whom a session acts for. */
export type SessionOwner = z.infer<typeof Session>;

// members have the scopes of their current role
const Open = Session.extend({ csrf_token: z.string(), role: Role.nullable() }).transform(
  ({ role, scopes, ...session }) => ({ ...session, scopes: scopesOf(role, scopes) }),
);
/** The session of a browser. */
export type StoredSession = z.infer<typeof Open>;

const scopesOf = (role: Role | null, scopes: Scope[]): Scope[] => (role === null ? scopes : [ROLE_SCOPES[role]]);

/** The time after which a browser must sign in again, even if it was never idle. */
export const SESSION_DAYS = 7;
/** The idle time after which it must. */
const IDLE_HOURS = 12;
/** How long a login link is valid; it works once. */
const LINK_MINUTES = 30;
const itsMember = sql`members
  where members.organization_id = sessions.organization_id and members.member_id = sessions.member_id
    and removed_at is null`;
const role = sql`(select role from ${itsMember}) as role`;
const columns = sql`organization_id, scopes, actor, csrf_token, ${role}`;
// the sessions of a key, a member or an organization end with it
const isOpen = sql`sessions.expires_at > now() and exists (
  select from organizations where organizations.organization_id = sessions.organization_id and deleted_at is null)
  and not exists (
  select from api_keys where api_keys.api_key_id = sessions.api_key_id and not ${isUsable})
  and (sessions.member_id is null or exists (select from ${itsMember}))`;

const StoredSignIn = SignIn.omit({ current: true, actor_name: true })
  .extend({ role: Role.nullable() })
  .transform(({ role, scopes, ...signIn }) => ({ ...signIn, scopes: scopesOf(role, scopes) }));
type StoredSignIn = z.infer<typeof StoredSignIn>;
const ID_BYTES = 8;
const signInId = sql`encode(substring(secret_digest for ${ID_BYTES}::integer), 'hex')`;
const signInColumns = sql`${signInId} as sign_in_id, actor, scopes, created_at, expires_at, ${role}`;

export const sessionsTable = (connection: Connection) => ({
  /** Creates a session. Its secret is returned only here. */
  async create({ organization_id, scopes, actor }: SessionOwner): Promise<{ secret: string; session: StoredSession }> {
    const secret = createToken();
    const session = await connection.get(query(Open)`
      insert into sessions
        (secret_digest, organization_id, scopes, actor, api_key_id, member_id, csrf_token, expires_at)
      values (${digestToken(secret)}, ${toUuid(organization_id)}, ${scopes}, ${actor},
        ${actor.startsWith('key_') ? toUuid(actor) : null}, ${actor.startsWith('usr_') ? toUuid(actor) : null},
        ${createToken()},
        now() + make_interval(hours => ${IDLE_HOURS}))
      returning ${columns}`);
    return { secret, session };
  },

  /** The session of a secret, unless it ended. */
  find: (secret: string): Promise<StoredSession | undefined> =>
    connection.find(query(Open)`
      update sessions set expires_at = least(
        greatest(expires_at, now() + make_interval(hours => ${IDLE_HOURS})),
        created_at + make_interval(days => ${SESSION_DAYS}))
      where secret_digest = ${digestToken(secret)} and ${isOpen}
      returning ${columns}`),

  async end(secret: string): Promise<void> {
    await connection.run(sql`delete from sessions where secret_digest = ${digestToken(secret)}`);
  },

  /** The browsers that are signed in, newest first. */
  async list(organization_id: OrganizationId, page: PageRequest): Promise<Page<Omit<SignIn, 'current'>>> {
    const { items, next } = await listPage(connection, {
      ...page,
      key: z.tuple([Instant, SignInId]),
      keyOf: ({ created_at, sign_in_id }: StoredSignIn) => [created_at, sign_in_id] as const,
      select: (after, limit) => query(StoredSignIn)`
        select ${signInColumns} from sessions
        where organization_id = ${toUuid(organization_id)} and ${isOpen}
        ${after ? sql`and (created_at, ${signInId}) < (${after[0]}, ${after[1]})` : sql``}
        order by created_at desc, sign_in_id desc limit ${limit}`,
    });
    return { items: await nameActors(connection, organization_id, items), next };
  },

  /** Signs a browser out. Undefined if the organization has no such browser. */
  endSignIn: (organization_id: OrganizationId, sign_in_id: string): Promise<StoredSignIn | undefined> =>
    connection.find(query(StoredSignIn)`
      delete from sessions
      where organization_id = ${toUuid(organization_id)} and ${signInId} = ${sign_in_id} and ${isOpen}
      returning ${signInColumns}`),

  /** A single-use token for a login link. */
  async createLink({ organization_id, scopes, actor }: SessionOwner): Promise<string> {
    const token = createToken();
    await connection.run(sql`
      insert into session_links (token_digest, organization_id, scopes, actor, expires_at)
      values (${digestToken(token)}, ${toUuid(organization_id)}, ${scopes}, ${actor},
        now() + make_interval(mins => ${LINK_MINUTES}))`);
    return token;
  },

  /** The owner of a token. */
  findLink: (token: string): Promise<SessionOwner | undefined> =>
    connection.find(query(Session)`
      select organization_id, scopes, actor from session_links
      where token_digest = ${digestToken(token)} and expires_at > now()`),

  /** The owner of a token. Uses up the token. */
  useLink: (token: string): Promise<SessionOwner | undefined> =>
    connection.find(query(Session)`
      delete from session_links where token_digest = ${digestToken(token)} and expires_at > now()
      returning organization_id, scopes, actor`),

  /** Deletes ended sessions and links of all organizations. */
  async forgetOld(): Promise<void> {
    await connection.run(sql`delete from sessions where expires_at < now()`);
    await connection.run(sql`delete from session_links where expires_at < now()`);
  },
});

/** The id of the sign-in with a secret. */
export const signInIdOf = (secret: string): string => digestToken(secret).toString('hex', 0, ID_BYTES);
