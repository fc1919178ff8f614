import { AssayError, type Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { json, query, sql } from '../../sql/sql.ts';

const Kept = z.object({ body_digest: z.string(), response: z.unknown() });
const Held = z.object({ held: z.boolean() });

/** A key and the digest of its request body. */
export interface Claim {
  readonly key: string;
  readonly body_digest: z.infer<typeof Digest>;
}

/** How long keys are stored. */
export const RETENTION_DAYS = 7;
// keeps these locks apart from other advisory locks in the same database
const LOCK_SEED = 0x6b_65_79;

export const idempotencyKeysTable = (connection: Connection) => ({
  /** The answer to an earlier request with this key; undefined if there is none. Throws for a different body. */
  async find(organization_id: OrganizationId, { key, body_digest }: Claim): Promise<{ response: unknown } | undefined> {
    const kept = await connection.find(query(Kept)`
      select body_digest, response from idempotency_keys
      where organization_id = ${toUuid(organization_id)} and idempotency_key = ${key} and response is not null
        and created_at >= now() - make_interval(days => ${RETENTION_DAYS})`);
    if (kept === undefined) return undefined;
    if (kept.body_digest !== body_digest) throw bodyMismatch(key);
    return { response: kept.response };
  },

  /**
   * Locks a key until the transaction or its process ends. Throws at once if another transaction holds it. A lock instead
   * of a row: nobody waits for it, and a crash leaves nothing behind.
   */
  async hold(organization_id: OrganizationId, key: string): Promise<void> {
    const name = `${toUuid(organization_id)} ${key}`;
    const { held } = await connection.get(query(Held)`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, ${LOCK_SEED})) as held`);
    if (!held) throw requestInProgress(key);
  },

  /** Stores the answer of a key. Call it last in the transaction that does the work. Throws if the key has an answer. */
  async keep(
    organization_id: OrganizationId,
    { key, body_digest, response }: Claim & { readonly response: unknown },
  ): Promise<void> {
    const written = await connection.run(sql`
      insert into idempotency_keys as kept (organization_id, idempotency_key, body_digest, response)
      values (${toUuid(organization_id)}, ${key}, ${body_digest}, ${json(response)})
      on conflict (organization_id, idempotency_key) do update set
        body_digest = excluded.body_digest, response = excluded.response, created_at = now()
        where kept.created_at < now() - make_interval(days => ${RETENTION_DAYS}) or kept.response is null`);
    if (written === 0) throw requestInProgress(key);
  },

  /** Deletes old keys of all organizations. */
  forgetOld: (): Promise<number> =>
    connection.run(
      sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${RETENTION_DAYS})`,
    ),
});

/** The key was used with a different body. */
export const bodyMismatch = (key: string): AssayError =>
  new AssayError('idempotency_mismatch', `The Idempotency-Key ${key} was already used with a different body`);

/** The first request with the key is still in progress. */
export const requestInProgress = (key: string): AssayError =>
  new AssayError('idempotency_in_progress', `The first request with the Idempotency-Key ${key} is still in progress`);
