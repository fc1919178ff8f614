import { createWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describeWebhook } from '../../webhooks/describe-webhook.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';

export const createWebhookHandler = handle(
  createWebhook,
  ({ body, caller, services: { store, allow_local_webhooks = false } }) => {
    requireAllowedUrl(body.url, allow_local_webhooks);
    return store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      const { webhook, secret } = await tables.webhooks.create(organization_id, body);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'webhook.create',
        target: webhook.webhook_id,
        details: describeWebhook(body),
      });
      return { ...webhook, secret };
    });
  },
  { tells_secret: true },
);
