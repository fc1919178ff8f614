import { getWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getWebhookHandler = handle(getWebhook, async ({ params, caller, services: { store } }) =>
  requireFound(await store.webhooks.find(caller.organization_id, params.webhook_id), params.webhook_id),
);
