import { createApiKey } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const createApiKeyHandler = handle(
  createApiKey,
  ({ body, caller, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      const { api_key, secret } = await tables.api_keys.create(organization_id, body);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'api_key.create',
        target: api_key.api_key_id,
        details: body,
      });
      return { ...api_key, secret };
    }),
  { tells_secret: true },
);
