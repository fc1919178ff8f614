import { OrganizationId } from '@assay/schema';
import { WebhookDelivery, WebhookDeliveryId, WebhookId, type WebhookMessage } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sanitizeText, sql } from '../../sql/sql.ts';

const Row = WebhookDelivery.extend({
  delivery_id: idColumn('dlv', WebhookDeliveryId),
  webhook_id: idColumn('whk', WebhookId),
});

/** A due delivery, with its URL and secrets. */
const DueDelivery = Row.extend({
  organization_id: idColumn('org', OrganizationId),
  url: z.string(),
  secret: z.string(),
  /** Also signs for a while after it was replaced. */
  previous_secret: z.string().nullable(),
});
export type DueDelivery = z.infer<typeof DueDelivery>;

/** Limits on the deliveries to take. */
export interface TakeOptions {
  readonly limit: number;
  /** The maximum per webhook, so that a slow one does not delay the others. */
  readonly per_webhook: number;
  /** Webhooks to skip. */
  readonly except: readonly WebhookId[];
}

type DeliveryKey = Pick<WebhookDelivery, 'delivery_id'>;

const columns = sql`
  delivery_id, webhook_id, event_id, event_type, payload, status, tries, next_try_at, last_error, created_at, settled_at`;
// it is unknown whether a dead sender sent: after this time another sends again
const LEASE_SECONDS = 60;
const MAX_TRIES = 12;
const MAX_WAIT_SECONDS = 6 * 3600;
const FIRST_WAIT_SECONDS = 10;
const DAYS_KEPT = 30;
// rows scanned to find those of different webhooks
const LOOKED_AT = 200;

export const webhookDeliveriesTable = (connection: Connection, now: () => number) => ({
  /** Queues an event for every subscribed webhook. In one transaction with its cause, it is never lost. */
  async announce(organization_id: OrganizationId, message: WebhookMessage): Promise<number> {
    const wanting = await connection.list(query(z.object({ webhook_id: z.string() }))`
      select webhook_id from webhooks
      where organization_id = ${toUuid(organization_id)} and disabled_at is null and ${message.type} = any (events)`);
    if (wanting.length === 0) return 0;
    const rows = wanting.map(({ webhook_id }) => ({ webhook_id, delivery_id: toUuid(createStoreId('dlv', now())) }));
    return await connection.run(sql`
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, event_type, payload)
      select ${toUuid(organization_id)}, delivery_id, webhook_id, ${message.event_id}, ${message.type}, ${json(message)}
      from json_to_recordset(${json(rows)}) as wanting (delivery_id uuid, webhook_id uuid)
      on conflict (organization_id, webhook_id, event_id) do nothing`);
  },

  /** Queues a message for one webhook, subscribed or not. Undefined if there is no such webhook. */
  send: (
    organization_id: OrganizationId,
    { webhook_id, message }: { webhook_id: WebhookId; message: WebhookMessage },
  ): Promise<WebhookDelivery | undefined> =>
    connection.find(query(Row)`
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, event_type, payload)
      select organization_id, ${toUuid(createStoreId('dlv', now()))}, webhook_id, ${message.event_id}, ${message.type},
        ${json(message)}
      from webhooks where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
      returning ${columns}`),

  /** Takes due deliveries of all organizations, each for one sender until its lease ends. */
  take: ({ limit, per_webhook, except }: TakeOptions): Promise<DueDelivery[]> =>
    connection.list(query(DueDelivery)`
      with looked_at as materialized (
        select organization_id, delivery_id, webhook_id, next_try_at, url, secret,
          case when previous_secret_until > now() then previous_secret end as previous_secret
        from webhook_deliveries join webhooks using (organization_id, webhook_id)
        where status = 'pending' and next_try_at <= now() and disabled_at is null
          and webhook_id <> all (${except.map(toUuid)}::uuid[])
        order by next_try_at limit ${LOOKED_AT}
      ), ranked as materialized (
        select *, row_number() over (partition by webhook_id order by next_try_at) as place from looked_at
      ), due as materialized (
        select organization_id, delivery_id, url, secret, previous_secret
        from ranked join webhook_deliveries using (organization_id, delivery_id)
        -- looked at again once it is held: another may have had it meanwhile
        where place <= ${per_webhook} and status = 'pending' and webhook_deliveries.next_try_at <= now()
        order by ranked.next_try_at limit ${limit}
        for update of webhook_deliveries skip locked
      )
      update webhook_deliveries as taken set
        tries = tries + 1, next_try_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where taken.organization_id = due.organization_id and taken.delivery_id = due.delivery_id
      returning taken.*, due.url, due.secret, due.previous_secret`),

  /** Marks a delivery as delivered. */
  delivered: (organization_id: OrganizationId, { delivery_id }: DeliveryKey): Promise<number> =>
    connection.run(sql`
      update webhook_deliveries set status = 'delivered', settled_at = now(), last_error = null
      where organization_id = ${toUuid(organization_id)} and delivery_id = ${toUuid(delivery_id)}`),

  /** Records a failed try. The delay doubles each time; after the last or a final one the delivery fails. */
  failed: (
    organization_id: OrganizationId,
    { delivery_id, error, final }: DeliveryKey & { readonly error: string; readonly final: boolean },
  ): Promise<number> =>
    connection.run(sql`
      update webhook_deliveries set
        last_error = ${sanitizeText(error)},
        status = case when ${final} or tries >= ${MAX_TRIES} then 'failed' else 'pending' end,
        settled_at = case when ${final} or tries >= ${MAX_TRIES} then now() end,
        next_try_at = now() + make_interval(secs => least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ (tries - 1)))
      where organization_id = ${toUuid(organization_id)} and delivery_id = ${toUuid(delivery_id)}
        and status = 'pending'`),

  /** Undoes `take` for a delivery that was not sent. */
  giveBack: (organization_id: OrganizationId, { delivery_id }: DeliveryKey): Promise<number> =>
    connection.run(sql`
      update webhook_deliveries set tries = tries - 1, next_try_at = now()
      where organization_id = ${toUuid(organization_id)} and delivery_id = ${toUuid(delivery_id)}
        and status = 'pending'`),

  /** Queues a delivery again from the first try. Undefined if this webhook has no such delivery. */
  retry: (
    organization_id: OrganizationId,
    { webhook_id, delivery_id }: DeliveryKey & { readonly webhook_id: WebhookId },
  ): Promise<WebhookDelivery | undefined> =>
    connection.find(query(Row)`
      update webhook_deliveries set status = 'pending', tries = 0, next_try_at = now(), settled_at = null
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
        and delivery_id = ${toUuid(delivery_id)}
      returning ${columns}`),

  /** Deletes deliveries settled long ago, of all organizations. */
  forgetOld: (): Promise<number> =>
    connection.run(sql`
      delete from webhook_deliveries where settled_at < now() - make_interval(days => ${DAYS_KEPT})`),

  /** The deliveries of a webhook, newest first. */
  list: (
    organization_id: OrganizationId,
    { webhook_id, ...page }: PageRequest & { webhook_id: WebhookId },
  ): Promise<Page<WebhookDelivery>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([WebhookDeliveryId]),
      keyOf: ({ delivery_id }) => [delivery_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from webhook_deliveries
        where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
          ${after ? sql`and delivery_id < ${toUuid(after[0])}` : sql``}
        order by delivery_id desc limit ${limit}`,
    }),
});
