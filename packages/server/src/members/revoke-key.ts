import type { OrganizationId } from '@assay/schema';
import type { ApiKey, ApiKeyId } from '@assay/schema/api';
import type { Tables } from '../store/store.ts';
import { requireAnotherManager } from './require-another-manager.ts';

interface RevokedKey {
  readonly organization_id: OrganizationId;
  readonly api_key_id: ApiKeyId;
  readonly actor: string;
}

/** Revokes a key. Undefined if the organization has no such key. Requires a transaction. */
export async function revokeKey(
  tables: Tables,
  { organization_id, api_key_id, actor }: RevokedKey,
): Promise<ApiKey | undefined> {
  await requireAnotherManager(tables, organization_id, api_key_id);
  const api_key = await tables.api_keys.revoke(organization_id, api_key_id);
  if (api_key === undefined) return undefined;
  await tables.audit_log.append(organization_id, {
    actor,
    action: 'api_key.revoke',
    target: api_key_id,
    details: { name: api_key.name },
  });
  return api_key;
}
