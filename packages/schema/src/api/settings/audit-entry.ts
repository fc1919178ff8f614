import { z } from 'zod';
import { Instant } from '../../units.ts';
import { AuditEntryId } from '../own-ids.ts';

/** Who did what. */
export const AuditEntry = z
  .object({
    audit_entry_id: AuditEntryId,
    actor: z.string().meta({ description: 'The id of an API key, or the name of a part of Assay.' }),
    action: z.string().meta({ description: 'Such as `api_key.revoke`.' }),
    target: z.string().nullable().meta({ description: 'The id of what it was done to.' }),
    details: z.record(z.string(), z.unknown()),
    at: Instant,
  })
  .meta({ id: 'AuditEntry', description: 'Who did what. Written once, and never changed.' });
export type AuditEntry = z.infer<typeof AuditEntry>;
