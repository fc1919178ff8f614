import { REPUTATION_WINDOW } from '@assay/schema';
import { createBoundedMap } from '../../bounded-map.ts';
import { formatAgentKey } from './agent-key.ts';
import { listOrganizationIds, type ReadAgent, type WantedAgent } from './read-agents.ts';

/**
 * A cache of agents this process changed in the last minute, so that they need not be read again. Other processes may
 * have changed them since; the write checks that.
 */
export interface AgentCache {
  /** The cached agents; undefined if any is missing, in which case all are read. */
  find(wanted: ReadonlyMap<string, WantedAgent>, time_ms: number): readonly ReadAgent[] | undefined;
  /** Caches agents as they were written. */
  keep(agents: readonly ReadAgent[], at: { readonly time_ms: number; readonly remembered: boolean }): void;
  /** Another process changes these agents: bypass the cache for a while. */
  distrust(wanted: ReadonlyMap<string, WantedAgent>, time_ms: number): void;
}

const REMEMBERED = 20_000;
// then they are read again, with the time of the database
const REMEMBERED_MS = 60_000;
const DISTRUSTED_MS = 60_000;

interface Known {
  readonly agent: ReadAgent;
  /** How far the database clock was ahead of this one. */
  readonly ahead_ms: number;
  readonly until_ms: number;
}

export function createAgentCache(): AgentCache {
  const known = createBoundedMap<Known>(REMEMBERED);
  const distrusted = createBoundedMap<number>(REMEMBERED);
  // whether an organization has webhooks, as last read
  const hooked = createBoundedMap<boolean>(REMEMBERED);
  return {
    find(wanted, time_ms) {
      const found: ReadAgent[] = [];
      const told = listOrganizationIds([...wanted.values()]).filter((organization_id) => hooked.get(organization_id));
      const hookedNow = told.length === 0 ? null : told.toSorted();
      for (const [name, { countable }] of wanted) {
        const one = known.get(name);
        if (one === undefined || one.until_ms <= time_ms || (distrusted.get(name) ?? 0) > time_ms) return undefined;
        if (one.agent.n + countable - REPUTATION_WINDOW > one.agent.evicted.length) return undefined;
        const read_at = later(one.agent.read_at, time_ms + one.ahead_ms);
        found.push({ ...one.agent, hooked: hookedNow, read_at });
      }
      return found;
    },
    keep(agents, { time_ms, remembered }) {
      for (const agent of agents) {
        const name = formatAgentKey(agent);
        const before = remembered ? known.get(name) : undefined;
        const ahead_ms = before?.ahead_ms ?? Date.parse(agent.read_at) - time_ms;
        hooked.set(agent.organization_id, agent.hooked?.includes(agent.organization_id) === true);
        known.set(name, { agent, ahead_ms, until_ms: before?.until_ms ?? time_ms + REMEMBERED_MS });
      }
    },
    distrust(wanted, time_ms) {
      for (const name of wanted.keys()) {
        known.delete(name);
        distrusted.set(name, time_ms + DISTRUSTED_MS);
      }
    },
  };
}

// the time of an agent never goes back, even if a clock does
const later = (last: string, time_ms: number): string =>
  Date.parse(last) >= time_ms ? last : new Date(time_ms).toISOString();
