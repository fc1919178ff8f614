import { receiveLogs } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { receiveExport } from '../../otlp/receive-export.ts';

// a batch is stored once, with or without a key
export const receiveLogsHandler = handleInSteps(
  receiveLogs,
  ({ sent, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'logs', sent, headers, organization_id, workspace_id }),
  { own_idempotency: true },
);
