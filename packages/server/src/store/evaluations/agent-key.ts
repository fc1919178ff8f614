import type { OrganizationId } from '@assay/schema';
import { createBoundedMap } from '../../bounded-map.ts';
import { uuidOf } from '../sql/ids.ts';

/** An agent, its organization as the database has it. */
export interface AgentKey {
  readonly organization_id: string;
  readonly agent_id: string;
}

// many evaluations in a row are of the same few organizations
const uuids = createBoundedMap<string>(1_000);

/** The same agent has the same key, however its name is spelled. */
export function agentKey(organization: OrganizationId, agent_id: string): AgentKey {
  const known = uuids.get(organization);
  const organization_id = known ?? uuidOf(organization);
  if (known === undefined) uuids.set(organization, organization_id);
  return { organization_id, agent_id: agent_id.normalize('NFC') };
}

/** A key as one string, to look up by. */
export const nameOfAgent = ({ organization_id, agent_id }: AgentKey): string => `${organization_id} ${agent_id}`;
