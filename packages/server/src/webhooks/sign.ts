import { createHmac } from 'node:crypto';

export interface Signed {
  readonly event_id: string;
  readonly timestamp_s: number;
  readonly body: string;
}

/**
 * Headers that let a receiver verify origin, age and content of a message, as in Standard Webhooks: one HMAC-SHA256 over
 * id, time and body per valid secret, newest first.
 */
export const signedHeaders = (
  { event_id, timestamp_s, body }: Signed,
  secrets: readonly string[],
): Record<string, string> => ({
  'webhook-id': event_id,
  'webhook-timestamp': String(timestamp_s),
  'webhook-signature': secrets.map((secret) => `v1,${sign(`${event_id}.${timestamp_s}.${body}`, secret)}`).join(' '),
});

const sign = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64');
