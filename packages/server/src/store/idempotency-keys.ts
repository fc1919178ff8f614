import { AssayError, type Digest, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { uuidOf } from './ids.ts';
import { json, query, sql } from './sql.ts';

const Kept = z.object({ body_digest: z.string(), response: z.unknown(), taken: z.boolean() });

/** What a key stands for: a request that may go on, or the answer it had before. */
export type IdempotencyClaim = { status: 'claimed' } | { status: 'replayed'; response: unknown };

/** A key, and the digest of the body it stands for. */
export interface Claim {
  readonly key: string;
  readonly body_digest: z.infer<typeof Digest>;
}

/** How long a key stands for its request. */
export const DAYS_KEPT = 7;
// a request whose process died is not in progress any more
const ABANDONED_AFTER_MINUTES = 10;

export const idempotencyKeysTable = (connection: Connection) => ({
  /** Takes a key for a request, unless it was used before. Exactly one of several at once gets it. */
  async claim(organization_id: OrganizationId, { key, body_digest }: Claim): Promise<IdempotencyClaim> {
    const organization = uuidOf(organization_id);
    const kept = await connection.find(query(Kept)`
      with taken as (
        insert into idempotency_keys as kept (organization_id, idempotency_key, body_digest)
        values (${organization}, ${key}, ${body_digest})
        on conflict (organization_id, idempotency_key) do update set
          body_digest = excluded.body_digest, response = null, created_at = now()
          where kept.created_at < now() - make_interval(days => ${DAYS_KEPT})
            or kept.response is null and kept.body_digest = excluded.body_digest
              and kept.created_at < now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES})
        returning body_digest, response
      )
      select body_digest, response, true as taken from taken
      union all
      select body_digest, response, false from idempotency_keys
      where organization_id = ${organization} and idempotency_key = ${key} and not exists (select from taken)`);
    // taken or given back by another while this statement ran, which therefore saw neither: look again
    if (kept === undefined) return await this.claim(organization_id, { key, body_digest });
    if (kept.taken) return { status: 'claimed' };
    if (kept.body_digest !== body_digest) throw anotherBody(key);
    if (kept.response === null) throw unanswered(key);
    return { status: 'replayed', response: kept.response };
  },

  /** Keeps the answer, to be given again. */
  settle: (organization_id: OrganizationId, { key, response }: { key: string; response: unknown }): Promise<number> =>
    connection.run(sql`
      update idempotency_keys set response = ${json(response)}
      where organization_id = ${uuidOf(organization_id)} and idempotency_key = ${key}`),

  /** Gives a key back after a request that came to nothing. */
  release: (organization_id: OrganizationId, key: string): Promise<number> =>
    connection.run(sql`
      delete from idempotency_keys
      where organization_id = ${uuidOf(organization_id)} and idempotency_key = ${key} and response is null`),

  /** Forgets keys past their time, of all organizations. */
  forgetOld: (): Promise<number> =>
    connection.run(sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${DAYS_KEPT})`),
});

/** A key stands for one body: another one under the same key is a mistake of the caller. */
export const anotherBody = (key: string): AssayError =>
  new AssayError('idempotency_mismatch', `The key ${key} was used with another body before`);

/** The first request with a key is still at it, or died on the way. */
export const unanswered = (key: string): AssayError =>
  new AssayError('idempotency_in_progress', `The first request with the key ${key} has not been answered yet`);
