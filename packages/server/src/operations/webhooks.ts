import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { describeWebhook } from '../webhooks/describe-webhook.ts';
import { requireAllowedUrl } from '../webhooks/require-allowed-url.ts';
import { testMessage } from '../webhooks/test-message.ts';
import { requireEnabled } from './require-enabled.ts';
import { requireFound } from './require-found.ts';

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

export const getWebhookHandler = handle(getWebhook, async ({ params, caller, services: { store } }) =>
  requireFound(await store.webhooks.find(caller.organization_id, params.webhook_id), params.webhook_id),
);

export const listWebhookDeliveriesHandler = handle(
  listWebhookDeliveries,
  async ({ params, query, caller, services: { store } }) => {
    const { organization_id } = caller;
    const { webhook_id } = params;
    requireFound(await store.webhooks.find(organization_id, webhook_id), webhook_id);
    const { items, next } = await store.webhook_deliveries.list(organization_id, {
      ...query,
      webhook_id,
      after: query.after ?? null,
    });
    return { items: [...items], next };
  },
);

export const listWebhooksHandler = handle(listWebhooks, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.webhooks.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const retryWebhookDeliveryHandler = handle(
  retryWebhookDelivery,
  async ({ params, caller: { organization_id }, services: { store } }) => {
    await requireEnabled(store, { organization_id, webhook_id: params.webhook_id });
    return requireFound(await store.webhook_deliveries.retry(organization_id, params), params.delivery_id);
  },
);

export const rotateWebhookSecretHandler = handle(
  rotateWebhookSecret,
  ({ params, caller, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      const { webhook_id } = params;
      const { webhook, secret } = requireFound(await tables.webhooks.rotate(organization_id, webhook_id), webhook_id);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'webhook.rotate_secret',
        target: webhook_id,
        details: {},
      });
      return { ...webhook, secret };
    }),
  { tells_secret: true },
);

export const testWebhookHandler = handle(testWebhook, async ({ params, caller, services: { store, now } }) => {
  const { organization_id } = caller;
  const { webhook_id } = params;
  await requireEnabled(store, { organization_id, webhook_id });
  const message = testMessage({ webhook_id, time_ms: now() });
  return requireFound(await store.webhook_deliveries.send(organization_id, { webhook_id, message }), webhook_id);
});

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
