import { createApiKey } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { tellOnce } from './tell-once.ts';

export const createApiKeyHandler = handle(
  createApiKey,
  ({ body, caller, idempotency, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      await tellOnce(tables, { caller, idempotency });
      const { api_key, secret } = await tables.api_keys.create(organization_id, body);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'api_key.create',
        target: api_key.api_key_id,
        details: body,
      });
      return { ...api_key, secret };
    }),
  { own_idempotency: true },
);
