import { z } from 'zod';
import { Count, Instant } from '../values/units.ts';
import { defineOperation } from './operation.ts';
import { WebhookDeliveryId, WebhookId } from './own-ids.ts';
import { pageFields, pageSchema } from './page.ts';

export const WebhookEvent = z
  .enum(['run.graded', 'evaluation.failed', 'reputation.lifecycle_changed', 'reputation.dropped', 'budget.reached'])
  .meta({ id: 'WebhookEvent', description: 'An event a webhook can subscribe to.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const LONGEST_URL = 2_000;
// matches normalized URLs: lower case, with a slash after the host
const SECURE = /^(https:\/\/|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\/)/;
const WITH_USER = /^https?:\/\/[^/?#]*@/;

/** Checks the URL text only; the server also checks the addresses its host resolves to. */
export const WebhookUrl = z
  .url({ normalize: true })
  .max(LONGEST_URL)
  .refine((text) => !WITH_USER.test(text), {
    error: 'expected a URL without user name and password; deliveries are signed instead',
    abort: true,
  })
  .refine((text) => SECURE.test(text), {
    error: 'expected a URL that starts with https://; http:// is allowed only for localhost',
  })
  .refine((text) => !text.includes('#'), { error: 'expected a URL without a # fragment' })
  .meta({ description: 'An https URL. http only for localhost, and only if the server allows it.' });

/** A URL and the events it receives. */
export const Webhook = z
  .object({
    webhook_id: WebhookId,
    url: z.string(),
    events: z.array(WebhookEvent).min(1),
    created_at: Instant,
    disabled_at: Instant.nullable().meta({ description: 'Null while enabled.' }),
  })
  .meta({
    id: 'Webhook',
    description: 'A URL and the events it receives. Its secret is shown only once, on creation.',
  });
export type Webhook = z.infer<typeof Webhook>;

/** The events to subscribe to when a webhook is created. */
export const WebhookEvents = z
  .array(WebhookEvent)
  .min(1)
  .refine((events) => new Set(events).size === events.length, { error: 'expected each event once' });

/** A webhook with the secret that signs its deliveries; shown only once. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: 'Signs every delivery. Shown only once: save it.' }),
}).meta({ id: 'WebhookWithSecret', description: 'A webhook with its secret, shown only once.' });

export const webhookParams = z.object({ webhook_id: WebhookId });

/** Example for the API reference. */
export const exampleWebhook = {
  webhook_id: 'whk_01m7ew0rvjraj0vfggyenb7x96',
  url: 'https://example.com/assay',
  events: ['run.graded', 'reputation.dropped'],
  created_at: '2026-11-15T12:00:00.000Z',
  disabled_at: null,
};

export const createWebhook = defineOperation({
  id: 'create_webhook',
  method: 'post',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'The answer contains the secret that signs deliveries. It is shown only once, so a repeated request with the same `Idempotency-Key` is rejected.',
  scope: 'admin',
  body: z.strictObject({ url: WebhookUrl, events: WebhookEvents }),
  status: 201,
  answer: WebhookWithSecret,
  example: {
    body: { url: exampleWebhook.url, events: exampleWebhook.events },
    answer: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
  },
});

export const deleteWebhook = defineOperation({
  id: 'delete_webhook',
  method: 'delete',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook and its deliveries',
  scope: 'admin',
  params: webhookParams,
  status: 204,
  answer: null,
  example: { params: { webhook_id: exampleWebhook.webhook_id } },
});

export const getWebhook = defineOperation({
  id: 'get_webhook',
  method: 'get',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Read a webhook',
  scope: 'admin',
  params: webhookParams,
  status: 200,
  answer: Webhook,
  example: { params: { webhook_id: exampleWebhook.webhook_id }, answer: exampleWebhook },
});

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

export const listWebhookDeliveries = defineOperation({
  id: 'list_webhook_deliveries',
  method: 'get',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook, newest first',
  description: 'Deliveries are kept for 30 days after they succeed or fail for good.',
  scope: 'admin',
  params: webhookParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(WebhookDelivery),
  example: { params: { webhook_id: exampleDelivery.webhook_id }, answer: { items: [exampleDelivery], next: null } },
});

export const listWebhooks = defineOperation({
  id: 'list_webhooks',
  method: 'get',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'List the webhooks, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Webhook),
  example: { answer: { items: [exampleWebhook], next: null } },
});

export const retryWebhookDelivery = defineOperation({
  id: 'retry_webhook_delivery',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  tag: 'Webhooks',
  summary: 'Resend a delivery now',
  description:
    'Works for delivered and failed deliveries too. Resets the number of tries; the event id stays the same.',
  scope: 'admin',
  params: webhookParams.extend({ delivery_id: WebhookDeliveryId }),
  status: 202,
  answer: WebhookDelivery,
  example: {
    params: { webhook_id: exampleDelivery.webhook_id, delivery_id: exampleDelivery.delivery_id },
    answer: exampleDelivery,
  },
});

export const rotateWebhookSecret = defineOperation({
  id: 'rotate_webhook_secret',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a webhook',
  description: 'For one day, deliveries are signed with both secrets, so you can update the receiver in the meantime.',
  scope: 'admin',
  params: webhookParams,
  status: 200,
  answer: WebhookWithSecret,
  example: {
    params: { webhook_id: exampleWebhook.webhook_id },
    answer: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
  },
});

export const testWebhook = defineOperation({
  id: 'test_webhook',
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/test',
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook',
  description: 'Delivered like every event, with signature and retries. See its deliveries for the result.',
  scope: 'admin',
  params: webhookParams,
  status: 202,
  answer: WebhookDelivery,
  example: { params: { webhook_id: exampleDelivery.webhook_id }, answer: exampleDelivery },
});

export const updateWebhook = defineOperation({
  id: 'update_webhook',
  method: 'patch',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Change the URL, events or state of a webhook',
  description:
    'Disabling a webhook cancels its pending deliveries. After you enable it again, it receives only new events.',
  scope: 'admin',
  params: webhookParams,
  body: z.strictObject({
    url: WebhookUrl.optional(),
    events: WebhookEvents.optional(),
    enabled: z.boolean().optional(),
  }),
  status: 200,
  answer: Webhook,
  example: {
    params: { webhook_id: exampleWebhook.webhook_id },
    body: { events: ['run.graded'] },
    answer: { ...exampleWebhook, events: ['run.graded'] },
  },
});
