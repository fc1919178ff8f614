import { listLiveSessions } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const listLiveSessionsHandler = handle(
  listLiveSessions,
  async ({ query: { workspace_id }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    return { items: await store.telemetry.listLive(organization_id, workspace_id) };
  },
);
