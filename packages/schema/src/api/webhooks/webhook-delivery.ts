import { z } from 'zod';
import { Count, Instant } from '../../units.ts';
import { WebhookDeliveryId, WebhookId } from '../own-ids.ts';
import { WebhookEvent } from './webhook.ts';

/** What a delivery may be of: an event, or a test that somebody asked for. */
export const DeliveredEvent = z
  .enum([...WebhookEvent.options, 'webhook.test'])
  .meta({ id: 'DeliveredEvent', description: 'What was delivered: an event, or a test that somebody asked for.' });
export type DeliveredEvent = z.infer<typeof DeliveredEvent>;

/** The body of a delivery. */
export const WebhookMessage = z
  .object({
    event_id: z.string().meta({ description: 'The same however often it is sent: deduplicate by it.' }),
    type: DeliveredEvent,
    occurred_at: Instant,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookMessage', description: 'What a webhook is sent.' });
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** One event on its way to one webhook. */
export const WebhookDelivery = z
  .object({
    delivery_id: WebhookDeliveryId,
    webhook_id: WebhookId,
    event_id: z.string(),
    event_type: DeliveredEvent,
    payload: WebhookMessage,
    status: z.enum(['pending', 'delivered', 'failed']).meta({ description: 'Failed: given up after the last try.' }),
    tries: Count,
    next_try_at: Instant,
    last_error: z.string().nullable(),
    created_at: Instant,
    settled_at: Instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one webhook.' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** As the reference shows one. */
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
