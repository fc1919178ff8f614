import { randomBytes } from 'node:crypto';
import { Instant, type OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { idColumn, mintId, ownId, uuidOf } from './ids.ts';
import { listPage, type Page, type PageRequest } from './page.ts';
import { query, sql } from './sql.ts';

export const WebhookEvent = z.enum([
  'run.graded',
  'evaluation.failed',
  'reputation.lifecycle_changed',
  'reputation.dropped',
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const WebhookId = ownId('whk');
export type WebhookId = z.infer<typeof WebhookId>;

/** Who is told of what. Its secret is told once, to whoever made it. */
export const Webhook = z.object({
  webhook_id: idColumn('whk', WebhookId),
  url: z.url(),
  events: z.array(WebhookEvent).min(1),
  created_at: Instant,
  /** Null while it is told of anything. */
  disabled_at: Instant.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

const SECRET_BYTES = 32;
const columns = sql`webhook_id, url, events, created_at, disabled_at`;

export const webhooksTable = (connection: Connection, now: () => number) => ({
  async create(
    organization_id: OrganizationId,
    { url, events }: Pick<Webhook, 'url' | 'events'>,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const webhook = await connection.get(query(Webhook)`
      insert into webhooks (organization_id, webhook_id, url, events, secret)
      values (${uuidOf(organization_id)}, ${uuidOf(mintId('whk', now()))}, ${url}, ${events}, ${secret})
      returning ${columns}`);
    return { webhook, secret };
  },

  find: (organization_id: OrganizationId, webhook_id: WebhookId): Promise<Webhook | undefined> =>
    connection.find(query(Webhook)`
      select ${columns} from webhooks
      where organization_id = ${uuidOf(organization_id)} and webhook_id = ${uuidOf(webhook_id)}`),

  /** Stops telling it of anything, what is waiting included. */
  disable: (organization_id: OrganizationId, webhook_id: WebhookId): Promise<Webhook | undefined> =>
    connection.find(query(Webhook)`
      update webhooks set disabled_at = coalesce(disabled_at, now())
      where organization_id = ${uuidOf(organization_id)} and webhook_id = ${uuidOf(webhook_id)}
      returning ${columns}`),

  /** Forgets it, with what it was told. False when there is none. */
  remove: async (organization_id: OrganizationId, webhook_id: WebhookId): Promise<boolean> =>
    (await connection.run(sql`
      delete from webhooks
      where organization_id = ${uuidOf(organization_id)} and webhook_id = ${uuidOf(webhook_id)}`)) === 1,

  /** Newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Webhook>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([WebhookId]),
      keyOf: ({ webhook_id }) => [webhook_id] as const,
      select: (after, limit) => query(Webhook)`
        select ${columns} from webhooks where organization_id = ${uuidOf(organization_id)}
        ${after ? sql`and webhook_id < ${uuidOf(after[0])}` : sql``}
        order by webhook_id desc limit ${limit}`,
    }),
});
