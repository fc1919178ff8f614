import { updateWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describeWebhook } from '../../webhooks/describe-webhook.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';
import { requireFound } from '../require-found.ts';

export const updateWebhookHandler = handle(updateWebhook, ({ params, body, caller, services }) => {
  const { store, allow_local_webhooks = false } = services;
  if (body.url !== undefined) requireAllowedUrl(body.url, allow_local_webhooks);
  return store.transaction(async ({ webhooks, audit_log }) => {
    const { organization_id, actor } = caller;
    const { webhook_id } = params;
    const { enabled, ...change } = body;
    const changed = requireFound(await webhooks.update(organization_id, { webhook_id, ...change }), webhook_id);
    const webhook =
      enabled === undefined
        ? changed
        : requireFound(await webhooks[enabled ? 'enable' : 'disable'](organization_id, webhook_id), webhook_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'webhook.update',
      target: webhook_id,
      details: describeWebhook(body),
    });
    return webhook;
  });
});
