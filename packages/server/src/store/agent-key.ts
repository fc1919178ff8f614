import type { OrganizationId } from '@assay/schema';
import { uuidOf } from './ids.ts';

/** An agent, its organization as the database has it. */
export interface AgentKey {
  readonly organization_id: string;
  readonly agent_id: string;
}

/** The same agent has the same key, however its name is spelled. */
export const agentKey = (organization_id: OrganizationId, agent_id: string): AgentKey => ({
  organization_id: uuidOf(organization_id),
  agent_id: agent_id.normalize('NFC'),
});

/** A key as one string, to look up by. */
export const nameOfAgent = ({ organization_id, agent_id }: AgentKey): string => `${organization_id} ${agent_id}`;
