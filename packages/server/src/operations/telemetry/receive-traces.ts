import { receiveTraces } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { receiveExport } from '../../otlp/receive-export.ts';

// a batch is stored once, with or without a key
export const receiveTracesHandler = handleInSteps(
  receiveTraces,
  ({ sent, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'traces', sent, headers, organization_id, workspace_id }),
  { own_idempotency: true },
);
