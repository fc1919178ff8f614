import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ApiKey, exampleApiKey, KeyScope } from './api-key.ts';
import { DisplayName } from './workspace.ts';

export const createApiKey = defineOperation({
  id: 'create_api_key',
  method: 'post',
  path: '/v1/api-keys',
  tag: 'Settings',
  summary: 'Create an API key',
  description:
    'The answer contains the key. It is shown only once; the server stores only a digest. A repeated request with the same `Idempotency-Key` is therefore rejected.',
  scope: 'admin',
  body: z.strictObject({
    name: DisplayName,
    scopes: z
      .array(KeyScope)
      .min(1)
      .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'expected each scope once' }),
    expires_in_days: z
      .int({ error: 'expected a whole number of days' })
      .min(1, { error: 'expected at least 1 day' })
      .max(3650, { error: 'expected at most 3650 days' })
      .optional()
      .meta({ description: 'Days until the key expires; without it, never.' }),
  }),
  status: 201,
  answer: ApiKey.extend({ secret: z.string().meta({ description: 'The key. Shown only once: save it.' }) }).meta({
    id: 'ApiKeyWithSecret',
    description: 'An API key with its secret, shown only once.',
  }),
  example: {
    body: { name: 'ci', scopes: ['write'], expires_in_days: 90 },
    answer: {
      ...exampleApiKey,
      expires_at: '2027-02-13T12:00:00.000Z',
      secret: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…',
    },
  },
});
