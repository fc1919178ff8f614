import { type AgentId, AssayError, type OrganizationId } from '@assay/schema';
import type { Caller } from '../http/caller.ts';
import type { Store } from '../store/store.ts';
import type { Agent } from '../store/tables/agents/agents.ts';

/** An agent the caller may read, with its organization. */
export interface Readable {
  readonly organization_id: OrganizationId;
  /** Undefined if it has no evaluations; only for the owner. */
  readonly agent: Agent | undefined;
  readonly by: 'owner' | 'everyone';
}

interface Asked {
  readonly caller: Caller | null;
  readonly agent_id: AgentId;
  readonly organization_id: OrganizationId | undefined;
}

/** Finds an agent of the caller's organization or a public one. Others count as missing. */
export async function findReadable(
  store: Pick<Store, 'agents'>,
  { caller, agent_id, organization_id }: Asked,
): Promise<Readable> {
  const owner = caller?.organization_id ?? null;
  const asked = organization_id ?? owner;
  if (asked === null) {
    throw new AssayError('unauthorized', 'send an API key, or the `organization_id` of a public agent');
  }
  const agent = await store.agents.find(asked, agent_id);
  if (asked === owner) return { organization_id: asked, agent, by: 'owner' };
  // private and missing agents give the same answer, so nobody can probe for them
  if (!agent?.public) throw new AssayError('not_found', 'this organization has no such public agent');
  return { organization_id: asked, agent, by: 'everyone' };
}
