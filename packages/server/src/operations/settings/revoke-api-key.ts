import { revokeApiKey } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const revokeApiKeyHandler = handle(revokeApiKey, ({ params, caller, services: { store } }) =>
  store.transaction(async ({ api_keys, audit_log }) => {
    const { organization_id, actor } = caller;
    const { api_key_id } = params;
    const api_key = requireFound(await api_keys.revoke(organization_id, api_key_id), api_key_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'api_key.revoke',
      target: api_key_id,
      details: { name: api_key.name },
    });
    return api_key;
  }),
);
