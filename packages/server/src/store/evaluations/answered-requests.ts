import type { OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { json, query, sql } from '../sql/sql.ts';
import { bodyMismatch, RETENTION_DAYS, requestInProgress } from '../tables/received/idempotency-keys.ts';
import type { Appended } from './append-evaluations.ts';

/** The key of a request and the digest of its body; null matches any body. */
export interface Idempotency {
  readonly key: string;
  readonly body_digest: string | null;
}

export type Keyed = { readonly organization_id: OrganizationId; readonly idempotency: Idempotency };

/** The stored answer of a request; null while the request is in progress. */
export interface Answer {
  readonly body_digest: string | null;
  readonly appended: Appended | null;
}

const ANY_BODY = '';
const AnswerRow = z.object({
  organization_id: z.string(),
  idempotency_key: z.string(),
  body_digest: z.string(),
  // as `answerRow` made it
  response: z.custom<Appended>().nullable(),
  expired: z.boolean(),
});

/** The unique name of a key across organizations. */
export const formatIdempotencyKey = ({ organization_id, idempotency }: Keyed): string =>
  `${toUuid(organization_id)} ${idempotency.key}`;

/** The stored answers of requests, by the name of their key. */
export async function findAnswers(connection: Connection, requests: readonly Keyed[]): Promise<Map<string, Answer>> {
  if (requests.length === 0) return new Map();
  const wanted = requests.map(({ organization_id, idempotency }) => ({
    organization_id: toUuid(organization_id),
    idempotency_key: idempotency.key,
  }));
  const rows = await connection.list(query(AnswerRow)`
    select kept.* from json_to_recordset(${json(wanted)}) as wanted (organization_id uuid, idempotency_key text)
    cross join lateral (
      select organization_id, idempotency_key, body_digest, response,
        created_at < now() - make_interval(days => ${RETENTION_DAYS}) as expired
      from idempotency_keys as keys
      where keys.organization_id = wanted.organization_id and keys.idempotency_key = wanted.idempotency_key
      offset 0
    ) as kept`);
  const [expired, kept] = [rows.filter((row) => row.expired), rows.filter((row) => !row.expired)];
  for (const row of expired) await forget(connection, row);
  return new Map(
    kept.map(({ organization_id, idempotency_key, body_digest, response }) => [
      `${organization_id} ${idempotency_key}`,
      { body_digest: body_digest === ANY_BODY ? null : body_digest, appended: response },
    ]),
  );
}

const forget = (connection: Connection, { organization_id, idempotency_key }: z.infer<typeof AnswerRow>) =>
  connection.run(sql`
    delete from idempotency_keys
    where organization_id = ${organization_id} and idempotency_key = ${idempotency_key}
      and created_at < now() - make_interval(days => ${RETENTION_DAYS})`);

/** The row that stores an answer. Writing it fails if the key was taken meanwhile. */
export const answerRow = ({ organization_id, idempotency }: Keyed, appended: Appended) => ({
  organization_id: toUuid(organization_id),
  idempotency_key: idempotency.key,
  body_digest: idempotency.body_digest ?? ANY_BODY,
  response: json(appended),
});

/** Returns the stored answer if the body is the same. */
export function replay({ idempotency }: Keyed, { body_digest, appended }: Answer): Appended {
  const { key, body_digest: asked } = idempotency;
  if (asked !== null && asked !== body_digest) throw bodyMismatch(key);
  if (appended === null) throw requestInProgress(key);
  return appended;
}
