import type { OrganizationId } from '@assay/schema';
import { createBoundedMap } from '../../bounded-map.ts';
import { toUuid } from '../sql/ids.ts';

/** An agent with the uuid of its organization. */
export interface AgentKey {
  readonly organization_id: string;
  readonly agent_id: string;
}

// consecutive evaluations are mostly of a few organizations
const uuids = createBoundedMap<string>(1_000);

/** The key of an agent, normalized to NFC so that each spelling of a name gives the same key. */
export function agentKey(organization: OrganizationId, agent_id: string): AgentKey {
  const known = uuids.get(organization);
  const organization_id = known ?? toUuid(organization);
  if (known === undefined) uuids.set(organization, organization_id);
  return { organization_id, agent_id: agent_id.normalize('NFC') };
}

/** The key as one string, for lookups. */
export const formatAgentKey = ({ organization_id, agent_id }: AgentKey): string => `${organization_id} ${agent_id}`;
