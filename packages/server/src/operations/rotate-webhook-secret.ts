import { rotateWebhookSecret } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { found } from './found.ts';
import { tellOnce } from './tell-once.ts';

export const rotateWebhookSecretHandler = handle(
  rotateWebhookSecret,
  ({ params, caller, idempotency, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      const { webhook_id } = params;
      await tellOnce(tables, { caller, idempotency });
      const { webhook, secret } = found(await tables.webhooks.rotate(organization_id, webhook_id), webhook_id);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'webhook.rotate_secret',
        target: webhook_id,
        details: {},
      });
      return { ...webhook, secret };
    }),
  { own_idempotency: true },
);
