import { listAgentSessions } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const listAgentSessionsHandler = handle(
  listAgentSessions,
  async ({ query: { after = null, ...asked }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, asked.workspace_id), asked.workspace_id);
    const { items, next } = await store.agent_sessions.list(organization_id, { ...asked, after });
    return { items: [...items], next };
  },
);
