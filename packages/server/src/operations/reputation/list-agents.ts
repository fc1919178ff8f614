import { listAgents } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describeListedAgent } from '../../reputation/describe-reputation.ts';

export const listAgentsHandler = handle(listAgents, async ({ query, caller, services: { store, now } }) => {
  const { order, limit } = query;
  const page = { limit, after: query.after ?? null };
  const { organization_id } = caller;
  if (order === 'name') {
    const { items, next } = await store.agents.list(organization_id, page);
    return { items: items.map((agent) => describeListedAgent(agent, { rank: null, now: now() })), next };
  }
  const { items, next } = await store.agents.listRanked(organization_id, page);
  const [first] = items;
  const above = first === undefined || page.after === null ? 0 : await store.agents.countAbove(organization_id, first);
  return {
    items: items.map((agent, index) => describeListedAgent(agent, { rank: above + index + 1, now: now() })),
    next,
  };
});
