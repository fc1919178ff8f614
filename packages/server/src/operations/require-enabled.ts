import { AssayError, type OrganizationId } from '@assay/schema';
import type { WebhookId } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import { requireFound } from './require-found.ts';

/** Throws for a disabled webhook: a delivery to it would wait forever. */
export async function requireEnabled(
  { webhooks }: Pick<Store, 'webhooks'>,
  { organization_id, webhook_id }: { organization_id: OrganizationId; webhook_id: WebhookId },
): Promise<void> {
  const { disabled_at } = requireFound(await webhooks.find(organization_id, webhook_id), webhook_id);
  if (disabled_at === null) return;
  throw new AssayError('conflict', `The webhook ${webhook_id} was disabled at ${disabled_at}; enable it first`);
}
