import { getReputationHistory } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const getReputationHistoryHandler = handle(
  getReputationHistory,
  async ({ params: { agent_id }, query: { limit, after = null }, caller, services: { store } }) => {
    const { items, next } = await store.evaluations.listScores(caller.organization_id, { agent_id, limit, after });
    return { items: [...items], next };
  },
);
