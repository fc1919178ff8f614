import { type AgentId, AssayError, type OrganizationId } from '@assay/schema';
import type { Caller } from '../http/caller.ts';
import type { Store } from '../store/store.ts';
import type { Agent } from '../store/tables/agents.ts';

/** Whose agent is read, and by whom. */
export interface Readable {
  readonly organization_id: OrganizationId;
  /** Undefined for a name that nobody has evaluated; only the owner may ask for those. */
  readonly agent: Agent | undefined;
  readonly by: 'owner' | 'everyone';
}

interface Asked {
  readonly caller: Caller | null;
  readonly agent_id: AgentId;
  readonly organization_id: OrganizationId | undefined;
}

/** The agent that is asked for: the owner's own, or anybody's that was made public. Others are not there. */
export async function findReadable(
  store: Pick<Store, 'agents'>,
  { caller, agent_id, organization_id }: Asked,
): Promise<Readable> {
  const owner = caller?.organization_id ?? null;
  const asked = organization_id ?? owner;
  if (asked === null) {
    throw new AssayError(
      'unauthorized',
      'expected an API key, or the `organization_id` of a public agent; found neither',
    );
  }
  const agent = await store.agents.find(asked, agent_id);
  if (asked === owner) return { organization_id: asked, agent, by: 'owner' };
  // one that is not public is not told from one that is not there
  if (!agent?.public) throw new AssayError('not_found', 'expected a public agent of this organization, found none');
  return { organization_id: asked, agent, by: 'everyone' };
}
