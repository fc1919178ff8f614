import { getAgentSession } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getAgentSessionHandler = handle(
  getAgentSession,
  async ({ params: { digest }, caller: { organization_id }, services: { store } }) => ({
    ...requireFound(await store.agent_sessions.find(organization_id, digest), digest),
    report: await store.agent_sessions.findReport(organization_id, digest),
  }),
);
