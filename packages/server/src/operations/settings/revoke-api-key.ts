import { revokeApiKey } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { revokeKey } from '../../members/revoke-key.ts';
import { requireFound } from '../require-found.ts';

export const revokeApiKeyHandler = handle(revokeApiKey, ({ params: { api_key_id }, caller, services: { store } }) => {
  const { organization_id, actor } = caller;
  return store.transaction(async (tables) =>
    requireFound(await revokeKey(tables, { organization_id, api_key_id, actor }), api_key_id),
  );
});
