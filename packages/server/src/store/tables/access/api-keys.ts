import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OrganizationId } from '@assay/schema';
import { ApiKey, ApiKeyId } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, sql } from '../../sql/sql.ts';

const Row = ApiKey.extend({ api_key_id: idColumn('key', ApiKeyId) });

/** The owner of a key. */
export interface Caller {
  readonly organization_id: OrganizationId;
  readonly api_key: ApiKey;
}

const Stored = Row.extend({
  organization_id: idColumn('org', OrganizationId),
  secret_digest: z.instanceof(Uint8Array),
});

/** What a new key is made of; without `expires_in_days` it never expires. */
export interface NewApiKey extends Pick<ApiKey, 'name' | 'scopes'> {
  readonly expires_in_days?: number | null | undefined;
}

/** Whether a key works. */
export const isUsable = sql`(api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now()))`;

const PREFIX = 'assay_sk_';
const SECRET_BYTES = 32;
const columns = sql`api_key_id, name, scopes, created_at, expires_at, revoked_at, last_used_at`;
// compared with for an unknown key, so that it takes as long as a wrong secret
const NOBODY = Buffer.alloc(32);

export const apiKeysTable = (connection: Connection, now: () => number) => ({
  /** Creates a key. Its secret is returned only here: only a digest is stored. */
  async create(
    organization_id: OrganizationId,
    { name, scopes, expires_in_days = null }: NewApiKey,
  ): Promise<{ api_key: ApiKey; secret: string }> {
    const api_key_id = createStoreId('key', now());
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const api_key = await connection.get(query(Row)`
      insert into api_keys (organization_id, api_key_id, name, scopes, secret_digest, expires_at)
      values (${toUuid(organization_id)}, ${toUuid(api_key_id)}, ${name}, ${scopes}, ${digest(secret)},
        now() + make_interval(days => ${expires_in_days}::integer))
      returning ${columns}`);
    return { api_key, secret: `${PREFIX}${api_key_id.slice('key_'.length)}_${secret}` };
  },

  /** The owner of a key; undefined if the key is unknown, wrong, revoked or expired, without saying which. */
  async authenticate(text: string): Promise<Caller | undefined> {
    const [, id = '', secret = ''] = /^assay_sk_([0-9a-z]{26})_([\w-]{43})$/.exec(text) ?? [];
    const api_key_id = ApiKeyId.safeParse(`key_${id}`);
    if (!api_key_id.success) return undefined;
    const stored = await connection.find(query(Stored)`
      select ${columns}, organization_id, secret_digest from api_keys
      where api_key_id = ${toUuid(api_key_id.data)} and ${isUsable}`);
    const matches = timingSafeEqual(digest(secret), stored?.secret_digest ?? NOBODY);
    if (stored === undefined || !matches) return undefined;
    const { organization_id, secret_digest, ...api_key } = stored;
    return { organization_id, api_key };
  },

  /** Records the last use of a key, at most once per minute so that a busy key is not written on every request. */
  touch: (organization_id: OrganizationId, api_key_id: ApiKey['api_key_id']): Promise<number> =>
    connection.run(sql`
      update api_keys set last_used_at = now()
      where organization_id = ${toUuid(organization_id)} and api_key_id = ${toUuid(api_key_id)}
        and (last_used_at is null or last_used_at < now() - interval '1 minute')`),

  /** Revokes a key. Undefined if the organization has no such key. An already revoked key keeps its time. */
  revoke: (organization_id: OrganizationId, api_key_id: ApiKey['api_key_id']): Promise<ApiKey | undefined> =>
    connection.find(query(Row)`
      update api_keys set revoked_at = coalesce(revoked_at, now())
      where organization_id = ${toUuid(organization_id)} and api_key_id = ${toUuid(api_key_id)}
      returning ${columns}`),

  /** The keys that can change settings and never expire. */
  listLastingAdmins: (organization_id: OrganizationId): Promise<ApiKey[]> =>
    connection.list(query(Row)`
      select ${columns} from api_keys
      where organization_id = ${toUuid(organization_id)} and 'admin' = any(scopes)
        and revoked_at is null and expires_at is null
      order by api_key_id`),

  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<ApiKey>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([ApiKeyId]),
      keyOf: ({ api_key_id }) => [api_key_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from api_keys where organization_id = ${toUuid(organization_id)}
        ${after ? sql`and api_key_id < ${toUuid(after[0])}` : sql``}
        order by api_key_id desc limit ${limit}`,
    }),
});

// 256 random bits cannot be guessed, so a slow digest is not needed
const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
