import type { OrganizationId } from '@assay/schema';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/store.ts';
import { purgeContents } from './purge-contents.ts';

// small transactions, because each locks the rows it deletes
const AT_ONCE = 1_000;

/** Deletes all rows and blobs of a deleted organization. If it is interrupted, call it again. */
export async function purgeOrganization(
  store: Pick<Store, 'transaction' | 'blobs' | 'blob_stores' | 'deleted_organizations'>,
  organization_id: OrganizationId,
  signal?: AbortSignal,
): Promise<void> {
  await store.deleted_organizations.deleteJobs(organization_id);
  for (const table of await store.deleted_organizations.listTables()) {
    if (table === 'evidence_parts') await purgeContents(store, organization_id, signal);
    let deleted = AT_ONCE;
    while (deleted === AT_ONCE) {
      if (signal?.aborted) return;
      deleted = await store.transaction(({ deleted_organizations }) =>
        deleted_organizations.deleteRows(organization_id, table, AT_ONCE),
      );
    }
  }
  await store.deleted_organizations.remove(organization_id);
}

/** Deletes the rows of all deleted organizations. One that fails is tried again with the next call. */
export async function purgeOrganizations({ store, log, stopping }: Services): Promise<void> {
  for (const { organization_id, name, deleted_by } of await store.deleted_organizations.list()) {
    try {
      await purgeOrganization(store, organization_id, stopping);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.write('error', 'organization_not_deleted', { organization_id, name, message });
      continue;
    }
    if (stopping.aborted) return;
    log.write('warn', 'organization_deleted', { organization_id, name, deleted_by });
  }
}
