import { z } from 'zod';

// as the ids of runs, but never more than 128 bits
const idOf = <Prefix extends string>(prefix: Prefix, what: string) =>
  z
    .templateLiteral([`${prefix}_`, z.string().regex(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/)], {
      error: `expected an id like ${prefix}_ and 26 characters`,
    })
    .meta({ description: `Identifies one ${what}; opaque, and sorts by time of creation.` });

export const ApiKeyId = idOf('key', 'API key').meta({ id: 'ApiKeyId' });
export type ApiKeyId = z.infer<typeof ApiKeyId>;
export const AuditEntryId = idOf('aud', 'entry of the audit log').meta({ id: 'AuditEntryId' });
export type AuditEntryId = z.infer<typeof AuditEntryId>;
export const WebhookId = idOf('whk', 'webhook').meta({ id: 'WebhookId' });
export type WebhookId = z.infer<typeof WebhookId>;
export const WebhookDeliveryId = idOf('dlv', 'delivery').meta({ id: 'WebhookDeliveryId' });
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>;
