import { receiveLogs } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { receiveExport } from '../../otlp/receive-export.ts';

export const receiveLogsHandler = handleInSteps(
  receiveLogs,
  ({ bytes, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'logs', bytes, headers, organization_id, workspace_id }),
);
