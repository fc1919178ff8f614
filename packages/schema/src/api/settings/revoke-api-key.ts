import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ApiKeyId } from '../own-ids.ts';
import { ApiKey, exampleApiKey } from './api-key.ts';

export const revokeApiKey = defineOperation({
  id: 'revoke_api_key',
  method: 'delete',
  path: '/v1/api-keys/{api_key_id}',
  tag: 'Settings',
  summary: 'Revoke an API key',
  description:
    'All servers reject the key within a few seconds. It stays in the list with its revocation time. The last admin key that does not expire cannot be revoked while the organization has no owner.',
  scope: 'admin',
  params: z.object({ api_key_id: ApiKeyId }),
  status: 200,
  answer: ApiKey,
  example: {
    params: { api_key_id: exampleApiKey.api_key_id },
    answer: { ...exampleApiKey, revoked_at: '2026-11-15T13:00:00.000Z' },
  },
});
