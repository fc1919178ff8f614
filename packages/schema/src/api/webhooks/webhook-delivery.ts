import { z } from 'zod';
import { Count, Instant } from '../../values/units.ts';
import { WebhookDeliveryId, WebhookId } from '../own-ids.ts';
import { WebhookEvent } from './webhook.ts';

/** The type of a delivery: an event or a test. */
export const DeliveredEvent = z
  .enum([...WebhookEvent.options, 'webhook.test'])
  .meta({ id: 'DeliveredEvent', description: 'The type of a delivery: an event or a test.' });
export type DeliveredEvent = z.infer<typeof DeliveredEvent>;

/** The body of a delivery. */
export const WebhookMessage = z
  .object({
    event_id: z.string().meta({ description: 'The same for every retry. Use it to deduplicate.' }),
    type: DeliveredEvent,
    occurred_at: Instant,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookMessage', description: 'The body of a webhook delivery.' });
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** One event for one webhook. */
export const WebhookDelivery = z
  .object({
    delivery_id: WebhookDeliveryId,
    webhook_id: WebhookId,
    event_id: z.string(),
    event_type: DeliveredEvent,
    payload: WebhookMessage,
    status: z.enum(['pending', 'delivered', 'failed']).meta({ description: 'Failed: the last try failed.' }),
    tries: Count,
    next_try_at: Instant,
    last_error: z.string().nullable(),
    created_at: Instant,
    settled_at: Instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook, with its delivery state.' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Example for the API reference. */
export const exampleDelivery = {
  delivery_id: 'dlv_01m7ew0rvjraj0vfggyenb7x96',
  webhook_id: 'whk_01m7ew0rvjraj0vfggyenb7x96',
  event_id: 'evt_webhook-test_dlv_01m7ew0rvjraj0vfggyenb7x96',
  event_type: 'webhook.test',
  payload: {
    event_id: 'evt_webhook-test_dlv_01m7ew0rvjraj0vfggyenb7x96',
    type: 'webhook.test',
    occurred_at: '2026-11-15T12:00:00.000Z',
    data: { webhook_id: 'whk_01m7ew0rvjraj0vfggyenb7x96' },
  },
  status: 'pending',
  tries: 0,
  next_try_at: '2026-11-15T12:00:00.000Z',
  last_error: null,
  created_at: '2026-11-15T12:00:00.000Z',
  settled_at: null,
};
