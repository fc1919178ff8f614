import { z } from 'zod';
import { Digest } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleAgentSession, StoredAgentSession } from './agent-session.ts';

export const getAgentSession = defineOperation({
  id: 'get_agent_session',
  method: 'get',
  path: '/v1/agent-sessions/{digest}',
  tag: 'Agent sessions',
  summary: 'Read a session with its grade and transcript',
  scope: 'read',
  params: z.object({ digest: Digest }),
  status: 200,
  answer: StoredAgentSession,
  example: {
    params: { digest: exampleAgentSession.digest },
    answer: { ...exampleAgentSession, report: null },
  },
});
