import type { OrganizationId } from '@assay/schema';
import { AuditEntry, AuditEntryId } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sql } from '../../sql/sql.ts';
import { nameActors } from './actor-names.ts';

const Row = AuditEntry.omit({ actor_name: true }).extend({ audit_entry_id: idColumn('aud', AuditEntryId) });
type StoredEntry = z.infer<typeof Row>;
const columns = sql`audit_entry_id, actor, action, target, details, at`;

export const auditLogTable = (connection: Connection, now: () => number) => ({
  append: (
    organization_id: OrganizationId,
    { actor, action, target, details }: Omit<StoredEntry, 'audit_entry_id' | 'at'>,
  ): Promise<StoredEntry> =>
    connection.get(query(Row)`
      insert into audit_log (organization_id, audit_entry_id, actor, action, target, details)
      values (${toUuid(organization_id)}, ${toUuid(createStoreId('aud', now()))}, ${actor}, ${action}, ${target}, ${json(details)})
      returning ${columns}`),

  /** Newest first. */
  async list(organization_id: OrganizationId, page: PageRequest): Promise<Page<AuditEntry>> {
    const { items, next } = await listPage(connection, {
      ...page,
      key: z.tuple([AuditEntryId]),
      keyOf: ({ audit_entry_id }: StoredEntry) => [audit_entry_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from audit_log where organization_id = ${toUuid(organization_id)}
        ${after ? sql`and audit_entry_id < ${toUuid(after[0])}` : sql``}
        order by audit_entry_id desc limit ${limit}`,
    });
    return { items: await nameActors(connection, organization_id, items), next };
  },
});
