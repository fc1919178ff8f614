import { receiveTraces } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { receiveExport } from '../../otlp/receive-export.ts';

export const receiveTracesHandler = handleInSteps(
  receiveTraces,
  ({ bytes, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'traces', bytes, headers, organization_id, workspace_id }),
);
