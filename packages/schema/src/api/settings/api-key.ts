import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { ApiKeyId } from '../own-ids.ts';

/** What a key may do. Each scope includes the ones before it. */
export const KeyScope = z
  .enum(['read', 'write', 'admin'])
  .meta({ id: 'KeyScope', description: 'read: read only. write: also write. admin: also change settings and keys.' });

export const ApiKey = z
  .object({
    api_key_id: ApiKeyId,
    name: z.string(),
    scopes: z.array(KeyScope).min(1),
    created_at: Instant,
    expires_at: Instant.nullable().meta({ description: 'When the key stops working; null: never.' }),
    revoked_at: Instant.nullable(),
    last_used_at: Instant.nullable().meta({ description: 'Accurate to the minute.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type ApiKey = z.infer<typeof ApiKey>;

/** Example for the API reference. */
export const exampleApiKey = {
  api_key_id: 'key_01m7ew0rvjraj0vfggyenb7x96',
  name: 'ci',
  scopes: ['write'],
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};
