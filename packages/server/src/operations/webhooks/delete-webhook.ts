import { deleteWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const deleteWebhookHandler = handle(deleteWebhook, ({ params, caller, services: { store } }) =>
  store.transaction(async ({ webhooks, audit_log }) => {
    const { organization_id, actor } = caller;
    const { webhook_id } = params;
    const removed = await webhooks.remove(organization_id, webhook_id);
    requireFound(removed || undefined, webhook_id);
    await audit_log.append(organization_id, { actor, action: 'webhook.delete', target: webhook_id, details: {} });
    return undefined;
  }),
);
