import { z } from 'zod';

// same form as run ids, limited to 128 bits
const idSchema = <Prefix extends string>(prefix: Prefix, what: string) =>
  z
    .templateLiteral([`${prefix}_`, z.string().regex(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/)], {
      error: `expected an id: ${prefix}_ followed by 26 lower-case letters and digits`,
    })
    .meta({ description: `Id of one ${what}. Opaque; sorts by creation time.` });

export const ApiKeyId = idSchema('key', 'API key').meta({ id: 'ApiKeyId' });
export type ApiKeyId = z.infer<typeof ApiKeyId>;
export const AuditEntryId = idSchema('aud', 'audit log entry').meta({ id: 'AuditEntryId' });
export type AuditEntryId = z.infer<typeof AuditEntryId>;
export const InvitationId = idSchema('inv', 'invitation').meta({ id: 'InvitationId' });
export type InvitationId = z.infer<typeof InvitationId>;
export const MemberId = idSchema('usr', 'member').meta({ id: 'MemberId' });
export type MemberId = z.infer<typeof MemberId>;
export const ShareId = idSchema('shr', 'share').meta({ id: 'ShareId' });
export type ShareId = z.infer<typeof ShareId>;
export const WebhookId = idSchema('whk', 'webhook').meta({ id: 'WebhookId' });
export type WebhookId = z.infer<typeof WebhookId>;
export const WebhookDeliveryId = idSchema('dlv', 'delivery').meta({ id: 'WebhookDeliveryId' });
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>;
