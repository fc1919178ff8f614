import { z } from 'zod';
import { Bytes, Digest, Instant } from '../values/units.ts';

export const ParcelKind = z
  .enum(['run', 'session', 'comparison', 'proof', 'check'])
  .meta({ id: 'ParcelKind', description: 'What `assay push` sends.' });
export type ParcelKind = z.infer<typeof ParcelKind>;

/** Something that waits in the outbox. Its body lies beside it. */
export const WaitingParcel = z
  .object({
    kind: ParcelKind,
    /** The id or path that a person knows it by. */
    name: z.string(),
    operation: z.enum(['createRuns', 'createAgentSession', 'putComparison', 'createProof', 'createCheck']),
    /** What goes into the address of the request. */
    fields: z.record(z.string(), z.string()),
    /** Media type of the body. */
    type: z.string(),
    /** Of the request; the same request waits once. */
    digest: Digest,
    body_digest: Digest,
    bytes: Bytes,
    queued_at: Instant,
  })
  .meta({ id: 'WaitingParcel', description: 'Something that waits to be sent to a server.' });
export type WaitingParcel = z.infer<typeof WaitingParcel>;
