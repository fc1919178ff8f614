import { ingest } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { findDefaultLatencyRef } from '../reputation/default-latency-ref.ts';
import { ingestBatch } from '../reputation/ingest-batch.ts';
import { readSource } from '../reputation/read-source.ts';

export const ingestHandler = handle(ingest, async ({ body, headers, caller: { organization_id }, services }) =>
  ingestBatch(services.store, {
    organization_id,
    source: readSource(headers),
    latency_ref_ms: await findDefaultLatencyRef(services, organization_id),
    evaluations: body.evaluations,
  }),
);
