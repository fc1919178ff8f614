import { Count, Instant, OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { idColumn, mintId, ownId, uuidOf } from './ids.ts';
import { listPage, type Page, type PageRequest } from './page.ts';
import { json, query, sql, storable } from './sql.ts';
import { WebhookEvent, WebhookId } from './webhooks.ts';

const DeliveryId = ownId('dlv');

/** One event on its way to one webhook. */
export const WebhookDelivery = z.object({
  delivery_id: idColumn('dlv', DeliveryId),
  webhook_id: idColumn('whk', WebhookId),
  /** The same for all deliveries of one event: to deduplicate by. */
  event_id: z.string(),
  event_type: WebhookEvent,
  payload: z.unknown(),
  status: z.enum(['pending', 'delivered', 'failed']),
  tries: Count,
  next_try_at: Instant,
  last_error: z.string().nullable(),
  created_at: Instant,
  settled_at: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A delivery that is due, with where it goes and what signs it. */
const DueDelivery = WebhookDelivery.extend({
  organization_id: idColumn('org', OrganizationId),
  url: z.string(),
  secret: z.string(),
});
export type DueDelivery = z.infer<typeof DueDelivery>;

const columns = sql`
  delivery_id, webhook_id, event_id, event_type, payload, status, tries, next_try_at, last_error, created_at, settled_at`;
// a sender that died has not told anybody whether it sent: after this long somebody else sends again
const LEASE_SECONDS = 60;
const MAX_TRIES = 12;
const MAX_WAIT_SECONDS = 6 * 3600;
const FIRST_WAIT_SECONDS = 10;

export const webhookDeliveriesTable = (connection: Connection, now: () => number) => ({
  /** Announces an event to every webhook that wants it; in a transaction with what it tells of, it is never lost. */
  async announce(
    organization_id: OrganizationId,
    { event_id, event_type, payload }: Pick<WebhookDelivery, 'event_id' | 'event_type' | 'payload'>,
  ): Promise<number> {
    const wanting = await connection.list(query(z.object({ webhook_id: z.string() }))`
      select webhook_id from webhooks
      where organization_id = ${uuidOf(organization_id)} and disabled_at is null and ${event_type} = any (events)`);
    if (wanting.length === 0) return 0;
    const rows = wanting.map(({ webhook_id }) => ({ webhook_id, delivery_id: uuidOf(mintId('dlv', now())) }));
    return await connection.run(sql`
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, event_type, payload)
      select ${uuidOf(organization_id)}, delivery_id, webhook_id, ${event_id}, ${event_type}, ${json(payload)}
      from json_to_recordset(${json(rows)}) as wanting (delivery_id uuid, webhook_id uuid)
      on conflict (organization_id, webhook_id, event_id) do nothing`);
  },

  /** Takes what is due, of all organizations, each for one sender until its lease is over. */
  take: (limit: number): Promise<DueDelivery[]> =>
    connection.list(query(DueDelivery)`
      with due as (
        select organization_id, delivery_id, url, secret
        from webhook_deliveries join webhooks using (organization_id, webhook_id)
        where status = 'pending' and next_try_at <= now() and disabled_at is null
        order by next_try_at limit ${limit}
        for update of webhook_deliveries skip locked
      )
      update webhook_deliveries as taken set
        tries = tries + 1, next_try_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where taken.organization_id = due.organization_id and taken.delivery_id = due.delivery_id
      returning taken.*, due.url, due.secret`),

  /** Notes that the receiver took it. */
  delivered: (organization_id: OrganizationId, delivery_id: WebhookDelivery['delivery_id']): Promise<number> =>
    connection.run(sql`
      update webhook_deliveries set status = 'delivered', settled_at = now(), last_error = null
      where organization_id = ${uuidOf(organization_id)} and delivery_id = ${uuidOf(delivery_id)}`),

  /** Notes that it did not, and waits twice as long each time; after the last try it is given up. */
  failed: (
    organization_id: OrganizationId,
    { delivery_id, error }: { delivery_id: WebhookDelivery['delivery_id']; error: string },
  ): Promise<number> =>
    connection.run(sql`
      update webhook_deliveries set
        last_error = ${storable(error)},
        status = case when tries >= ${MAX_TRIES} then 'failed' else 'pending' end,
        settled_at = case when tries >= ${MAX_TRIES} then now() end,
        next_try_at = now() + make_interval(secs => least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ (tries - 1)))
      where organization_id = ${uuidOf(organization_id)} and delivery_id = ${uuidOf(delivery_id)}
        and status = 'pending'`),

  /** To one webhook, newest first. */
  list: (
    organization_id: OrganizationId,
    { webhook_id, ...page }: PageRequest & { webhook_id: WebhookId },
  ): Promise<Page<WebhookDelivery>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([DeliveryId]),
      keyOf: ({ delivery_id }) => [delivery_id] as const,
      select: (after, limit) => query(WebhookDelivery)`
        select ${columns} from webhook_deliveries
        where organization_id = ${uuidOf(organization_id)} and webhook_id = ${uuidOf(webhook_id)}
          ${after ? sql`and delivery_id < ${uuidOf(after[0])}` : sql``}
        order by delivery_id desc limit ${limit}`,
    }),
});
