import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { AuditEntryId } from '../own-ids.ts';

/** Who did what. */
export const AuditEntry = z
  .object({
    audit_entry_id: AuditEntryId,
    actor: z.string().meta({ description: 'Id of a member or an API key, or name of an Assay component.' }),
    actor_name: z.string().nullable().meta({ description: 'Name of the member or the API key.' }),
    action: z.string().meta({ description: 'Such as `api_key.revoke`.' }),
    target: z.string().nullable().meta({ description: 'Id of the changed object.' }),
    details: z.record(z.string(), z.unknown()),
    at: Instant,
  })
  .meta({ id: 'AuditEntry', description: 'Who did what. Written once, never changed.' });
export type AuditEntry = z.infer<typeof AuditEntry>;
