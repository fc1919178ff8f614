import type { WebhookId, WebhookMessage } from '@assay/schema/api';
import { eventId } from '../store/evaluations/event-id.ts';
import { createStoreId } from '../store/sql/ids.ts';

/** The message of a webhook test; a new event each time. */
export const testMessage = ({ webhook_id, time_ms }: { webhook_id: WebhookId; time_ms: number }): WebhookMessage => ({
  event_id: eventId('webhook.test', createStoreId('test', time_ms)),
  type: 'webhook.test',
  occurred_at: new Date(time_ms).toISOString(),
  data: { webhook_id },
});
