import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { AuditEntry } from './audit-entry.ts';

export const listAuditLog = defineOperation({
  id: 'list_audit_log',
  method: 'get',
  path: '/v1/audit-log',
  tag: 'Settings',
  summary: 'List the audit log, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(AuditEntry),
  example: {
    answer: {
      items: [
        {
          audit_entry_id: 'aud_01m7ew0rvjraj0vfggyenb7x96',
          actor: 'key_01m7ew0rvjraj0vfggyenb7x96',
          actor_name: 'laptop',
          action: 'api_key.revoke',
          target: 'key_01m7ew0rvjraj0vfggyenb7x97',
          details: { name: 'ci' },
          at: '2026-11-15T12:00:00.000Z',
        },
      ],
      next: null,
    },
  },
});
