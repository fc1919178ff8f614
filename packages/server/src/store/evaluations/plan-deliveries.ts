import type { WebhookMessage } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { createStoreId, toUuid } from '../sql/ids.ts';
import { json, query } from '../sql/sql.ts';

/** A message to the webhooks of an organization, given by its uuid. */
export interface Announcement {
  readonly organization_id: string;
  readonly message: WebhookMessage;
}

const Hook = z.object({ organization_id: z.string(), webhook_id: z.string(), events: z.array(z.string()) });

/** One delivery row per message and subscribed webhook, to be written in the same statement as the event. */
export async function planDeliveries(
  connection: Connection,
  { announcements, time_ms }: { announcements: readonly Announcement[]; time_ms: number },
): Promise<object[]> {
  if (announcements.length === 0) return [];
  const organizations = [...new Set(announcements.map(({ organization_id }) => organization_id))];
  const hooks = await connection.list(query(Hook)`
    select organization_id, webhook_id, events from webhooks
    where organization_id = any (${organizations}::uuid[]) and disabled_at is null`);
  return announcements.flatMap(({ organization_id, message }) =>
    hooks
      .filter((hook) => hook.organization_id === organization_id && hook.events.includes(message.type))
      .map(({ webhook_id }) => ({
        organization_id,
        webhook_id,
        delivery_id: toUuid(createStoreId('dlv', time_ms)),
        event_id: message.event_id,
        event_type: message.type,
        payload: json(message),
      })),
  );
}
