import { updateAgent } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describeListedAgent } from '../../reputation/describe-reputation.ts';
import { requireFound } from '../require-found.ts';

export const updateAgentHandler = handle(updateAgent, async ({ params, body, caller, services: { store, now } }) => {
  const { agent_id } = params;
  const agent = await store.transaction(async (tables) => {
    const updated = await tables.agents.publish(caller.organization_id, { agent_id, public: body.public });
    if (updated !== undefined) {
      await tables.audit_log.append(caller.organization_id, {
        actor: caller.actor,
        action: body.public ? 'agent.publish' : 'agent.unpublish',
        target: agent_id,
        details: {},
      });
    }
    return updated;
  });
  return describeListedAgent(requireFound(agent, agent_id), { rank: null, now: now() });
});
