import { listAuditLog } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listAuditLogHandler = handle(listAuditLog, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.audit_log.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
