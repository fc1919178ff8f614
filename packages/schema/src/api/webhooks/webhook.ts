import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { WebhookId } from '../own-ids.ts';

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
