import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ApiKey, exampleApiKey, KeyScope } from './api-key.ts';
import { DisplayName } from './workspace.ts';

export const createApiKey = defineOperation({
  id: 'create_api_key',
  method: 'post',
  path: '/v1/api-keys',
  tag: 'Settings',
  summary: 'Make an API key',
  description:
    'The answer holds the key itself; it is told this once, and only a digest of it is kept. A request that is repeated with the same `Idempotency-Key` is therefore refused instead of answered again.',
  scope: 'admin',
  body: z.strictObject({
    name: DisplayName,
    scopes: z
      .array(KeyScope)
      .min(1)
      .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'expected every scope once' }),
  }),
  status: 201,
  answer: ApiKey.extend({ secret: z.string().meta({ description: 'The key. Told once: keep it.' }) }).meta({
    id: 'ApiKeyWithSecret',
    description: 'A key with its secret, which is told once.',
  }),
  example: {
    body: { name: 'ci', scopes: ['write'] },
    answer: { ...exampleApiKey, secret: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…' },
  },
});
