import { createWebhook } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { describeWebhook } from '../webhooks/describe-webhook.ts';
import { tellOnce } from './tell-once.ts';

export const createWebhookHandler = handle(
  createWebhook,
  ({ body, caller, idempotency, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      await tellOnce(tables, { caller, idempotency });
      const { webhook, secret } = await tables.webhooks.create(organization_id, body);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'webhook.create',
        target: webhook.webhook_id,
        details: describeWebhook(body),
      });
      return { ...webhook, secret };
    }),
  { own_idempotency: true },
);
