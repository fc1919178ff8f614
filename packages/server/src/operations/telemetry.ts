import { listLiveSessions, receiveLogs, receiveMetrics, receiveTraces } from '@assay/schema/api';
import { handle, handleInSteps } from '../http/handle.ts';
import { answerExport } from '../otlp/answer-export.ts';
import { receiveExport } from '../otlp/receive-export.ts';
import { requireFound } from './require-found.ts';

export const listLiveSessionsHandler = handle(
  listLiveSessions,
  async ({ query: { workspace_id }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    return { items: await store.telemetry.listLive(organization_id, workspace_id) };
  },
);

// a batch is stored once, with or without a key
export const receiveLogsHandler = handleInSteps(
  receiveLogs,
  ({ sent, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'logs', sent, headers, organization_id, workspace_id }),
  { own_idempotency: true },
);

export const receiveMetricsHandler = handleInSteps(receiveMetrics, async ({ headers }) => answerExport(headers, null), {
  own_idempotency: true,
});

// a batch is stored once, with or without a key
export const receiveTracesHandler = handleInSteps(
  receiveTraces,
  ({ sent, headers, query: { workspace_id }, caller: { organization_id }, services }) =>
    receiveExport(services, { signal: 'traces', sent, headers, organization_id, workspace_id }),
  { own_idempotency: true },
);
