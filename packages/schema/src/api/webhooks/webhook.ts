import { z } from 'zod';
import { Instant } from '../../units.ts';
import { WebhookId } from '../own-ids.ts';

export const WebhookEvent = z
  .enum(['run.graded', 'evaluation.failed', 'reputation.lifecycle_changed', 'reputation.dropped'])
  .meta({ id: 'WebhookEvent', description: 'What a webhook can be told of.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const LONGEST_URL = 2_000;
// of addresses as they are written when they are normal: in lower case, with a slash behind the host
const SECURE = /^(https:\/\/|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\/)/;
const WITH_USER = /^https?:\/\/[^/?#]*@/;

/** Where a webhook may go, as far as its address alone tells: the server looks at what the name stands for too. */
export const WebhookUrl = z
  .url({ normalize: true })
  .max(LONGEST_URL)
  .refine((text) => !WITH_USER.test(text), {
    error: 'expected an address without a name and password in it; the signature tells that it is us',
    abort: true,
  })
  .refine((text) => SECURE.test(text), {
    error: 'expected an address that begins with https://; http:// is only for this machine itself, such as localhost',
  })
  .refine((text) => !text.includes('#'), { error: 'expected an address without a part behind #' })
  .meta({ description: 'An https address; http only on this machine, and only where the server allows that.' });

/** Who is told of what. */
export const Webhook = z
  .object({
    webhook_id: WebhookId,
    url: z.string(),
    events: z.array(WebhookEvent).min(1),
    created_at: Instant,
    disabled_at: Instant.nullable().meta({ description: 'Null while it is told of anything.' }),
  })
  .meta({ id: 'Webhook', description: 'Who is told of what. Its secret is told once, to whoever made it.' });
export type Webhook = z.infer<typeof Webhook>;

/** What is said of a webhook when it is made. */
export const WebhookEvents = z
  .array(WebhookEvent)
  .min(1)
  .refine((events) => new Set(events).size === events.length, { error: 'expected every event once' });

/** A webhook with the secret that signs what it is sent: told here and never again. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: 'Signs every delivery. Told once: keep it.' }),
}).meta({ id: 'WebhookWithSecret', description: 'A webhook with its secret, which is told once.' });

/** An address as a path has it. */
export const webhookParams = z.object({ webhook_id: WebhookId });

/** As the reference shows one. */
export const exampleWebhook = {
  webhook_id: 'whk_01m7ew0rvjraj0vfggyenb7x96',
  url: 'https://example.com/assay',
  events: ['run.graded', 'reputation.dropped'],
  created_at: '2026-11-15T12:00:00.000Z',
  disabled_at: null,
};
