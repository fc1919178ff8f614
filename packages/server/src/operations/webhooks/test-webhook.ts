import { testWebhook } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { testMessage } from '../../webhooks/test-message.ts';
import { requireEnabled } from '../require-enabled.ts';
import { requireFound } from '../require-found.ts';

export const testWebhookHandler = handle(testWebhook, async ({ params, caller, services: { store, now } }) => {
  const { organization_id } = caller;
  const { webhook_id } = params;
  await requireEnabled(store, { organization_id, webhook_id });
  const message = testMessage({ webhook_id, time_ms: now() });
  return requireFound(await store.webhook_deliveries.send(organization_id, { webhook_id, message }), webhook_id);
});
