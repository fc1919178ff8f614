import { ingest } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { findDefaultLatencyRef } from '../../reputation/default-latency-ref.ts';
import { ingestBatch } from '../../reputation/ingest-batch.ts';
import { readSource } from '../../reputation/read-source.ts';

// each event counts once by its id, so the work need not share the transaction of the answer
export const ingestHandler = handleInSteps(ingest, async ({ body, headers, caller: { organization_id }, services }) =>
  ingestBatch(services.store, {
    signal: services.stopping,
    organization_id,
    source: readSource(headers),
    latency_ref_ms: await findDefaultLatencyRef(services, organization_id),
    evaluations: body.evaluations,
  }),
);
