import { listAgentSessions } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const listAgentSessionsHandler = handle(
  listAgentSessions,
  async ({ query: { workspace_id, limit, after = null }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const { items, next } = await store.agent_sessions.list(organization_id, { workspace_id, limit, after });
    return { items: [...items], next };
  },
);
