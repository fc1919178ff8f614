import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { AgentSession, exampleAgentSession } from './agent-session.ts';

export const listAgentSessions = defineOperation({
  id: 'list_agent_sessions',
  method: 'get',
  path: '/v1/agent-sessions',
  tag: 'Agent sessions',
  summary: 'List the sessions of a workspace, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, ...pageFields }),
  status: 200,
  answer: pageSchema(AgentSession),
  example: {
    query: { workspace_id: exampleAgentSession.workspace_id },
    answer: { items: [exampleAgentSession], next: null },
  },
});
