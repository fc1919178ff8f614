import { z } from 'zod';
import { AgentId, OrganizationId } from '../../values/ids.ts';

/** The agent an operation is about. */
export const reputationParams = z.strictObject({ agent_id: AgentId });

/** The owner of the agent, for callers without a key of the organization. */
export const publicQuery = z.strictObject({
  organization_id: OrganizationId.optional().meta({
    description: 'Organization that owns the agent. Required without a key; the agent must then be public.',
  }),
});
