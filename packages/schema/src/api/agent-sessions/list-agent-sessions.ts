import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { AgentSession, exampleAgentSession } from './agent-session.ts';

/** The columns that sort the list. Unknown values are the lowest. */
export const SessionColumn = z.enum(['started_at', 'pushed_at', 'cost_usd_micros', 'wall_ms', 'findings']);
export type SessionColumn = z.infer<typeof SessionColumn>;

export const listAgentSessions = defineOperation({
  id: 'list_agent_sessions',
  method: 'get',
  path: '/v1/agent-sessions',
  tag: 'Agent sessions',
  summary: 'List the sessions of a workspace; by default the last pushed first',
  scope: 'read',
  query: z.strictObject({
    workspace_id: WorkspaceId,
    sort: SessionColumn.default('pushed_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...pageFields,
  }),
  status: 200,
  answer: pageSchema(AgentSession),
  example: {
    query: { workspace_id: exampleAgentSession.workspace_id },
    answer: { items: [exampleAgentSession], next: null },
  },
});
