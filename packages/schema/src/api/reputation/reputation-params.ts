import { z } from 'zod';
import { AgentId, OrganizationId } from '../../ids.ts';

/** The agent that an operation is about. */
export const reputationParams = z.strictObject({ agent_id: AgentId });

/** Whose agent it is, for those without a key of the organization. */
export const publicQuery = z.strictObject({
  organization_id: OrganizationId.optional().meta({
    description: 'Whose agent it is. Needed without a key; the agent has to be public then.',
  }),
});
