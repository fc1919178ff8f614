import { getWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { found } from '../found.ts';

export const getWebhookHandler = handle(getWebhook, async ({ params, caller, services: { store } }) =>
  found(await store.webhooks.find(caller.organization_id, params.webhook_id), params.webhook_id),
);
