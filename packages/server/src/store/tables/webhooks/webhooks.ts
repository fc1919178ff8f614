import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@assay/schema';
import { Webhook, WebhookId } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { join, query, sql } from '../../sql/sql.ts';

const Row = Webhook.extend({ webhook_id: idColumn('whk', WebhookId) });

/** The fields to change; undefined ones stay. */
export interface WebhookChange extends Pick<Webhook, 'webhook_id'> {
  readonly url?: Webhook['url'] | undefined;
  readonly events?: Webhook['events'] | undefined;
}

const SECRET_BYTES = 32;
const PREVIOUS_SECRET_HOURS = 24;
const columns = sql`webhook_id, url, events, created_at, disabled_at`;

export const webhooksTable = (connection: Connection, now: () => number) => ({
  async create(
    organization_id: OrganizationId,
    { url, events }: Pick<Webhook, 'url' | 'events'>,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const secret = createSecret();
    const webhook = await connection.get(query(Row)`
      insert into webhooks (organization_id, webhook_id, url, events, secret)
      values (${toUuid(organization_id)}, ${toUuid(createStoreId('whk', now()))}, ${url}, ${events}, ${secret})
      returning ${columns}`);
    return { webhook, secret };
  },

  find: (organization_id: OrganizationId, webhook_id: WebhookId): Promise<Webhook | undefined> =>
    connection.find(query(Row)`
      select ${columns} from webhooks
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}`),

  /** Changes only the given fields. */
  update: (
    organization_id: OrganizationId,
    { webhook_id, url, events }: WebhookChange,
  ): Promise<Webhook | undefined> => {
    const changes = [
      // a no-op, so that the list is never empty
      sql`webhook_id = webhook_id`,
      ...(url !== undefined ? [sql`url = ${url}`] : []),
      ...(events !== undefined ? [sql`events = ${events}`] : []),
    ];
    return connection.find(query(Row)`
      update webhooks set ${join(changes, ', ')}
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
      returning ${columns}`);
  },

  /** Enables delivery of events from now on. */
  enable: (organization_id: OrganizationId, webhook_id: WebhookId): Promise<Webhook | undefined> =>
    connection.find(query(Row)`
      update webhooks set disabled_at = null
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
      returning ${columns}`),

  /** Stops delivery and fails pending deliveries. */
  disable: (organization_id: OrganizationId, webhook_id: WebhookId): Promise<Webhook | undefined> =>
    connection.find(query(Row)`
      with given_up as (
        update webhook_deliveries set
          status = 'failed', settled_at = now(), last_error = 'the webhook was disabled before it was delivered'
        where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
          and status = 'pending'
      )
      update webhooks set disabled_at = coalesce(disabled_at, now())
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
      returning ${columns}`),

  /** Creates a new secret. The previous one also signs for a while. */
  async rotate(
    organization_id: OrganizationId,
    webhook_id: WebhookId,
  ): Promise<{ webhook: Webhook; secret: string } | undefined> {
    const secret = createSecret();
    const webhook = await connection.find(query(Row)`
      update webhooks set
        secret = ${secret}, previous_secret = secret,
        previous_secret_until = now() + make_interval(hours => ${PREVIOUS_SECRET_HOURS})
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}
      returning ${columns}`);
    return webhook && { webhook, secret };
  },

  /** Deletes a webhook and its deliveries. False if there is none. */
  remove: async (organization_id: OrganizationId, webhook_id: WebhookId): Promise<boolean> =>
    (await connection.run(sql`
      delete from webhooks
      where organization_id = ${toUuid(organization_id)} and webhook_id = ${toUuid(webhook_id)}`)) === 1,

  /** Newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Webhook>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([WebhookId]),
      keyOf: ({ webhook_id }) => [webhook_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from webhooks where organization_id = ${toUuid(organization_id)}
        ${after ? sql`and webhook_id < ${toUuid(after[0])}` : sql``}
        order by webhook_id desc limit ${limit}`,
    }),
});

const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
