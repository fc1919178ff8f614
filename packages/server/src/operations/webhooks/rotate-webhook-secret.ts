import { rotateWebhookSecret } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

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
