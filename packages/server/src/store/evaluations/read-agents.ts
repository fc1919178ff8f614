import { REPUTATION_WINDOW } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { json, query, sql } from '../sql/sql.ts';
import type { Agent } from '../tables/agents/agents.ts';
import type { AgentKey } from './agent-key.ts';
import type { WindowEntry } from './agent-state.ts';

/** An agent and the number of countable evaluations to append. */
export interface WantedAgent extends AgentKey {
  readonly countable: number;
}

export interface ReadAgent extends Agent {
  readonly organization_id: string;
  /** The oldest evaluations of its window, at least as many as will leave it. */
  readonly evicted: readonly WindowEntry[];
  /** The score that a drop is measured from. */
  readonly peak: number;
  /** Which of the requested organizations have webhooks; null if none. */
  readonly hooked: readonly string[] | null;
  /** The database time, the same for all processes. */
  readonly read_at: string;
}

// not validated: checking each field would take longer than appending
const Row = z.custom<ReadAgent>();

// reads ahead the evaluations that leave with the next batches, for cached agents
const AHEAD = 4;

const wantedRows = (wanted: readonly WantedAgent[]) =>
  sql`json_to_recordset(${json(wanted)}) as wanted (organization_id uuid, agent_id text, countable integer)`;

/** The organizations of the agents. */
export const listOrganizationIds = (wanted: readonly WantedAgent[]): string[] => [
  ...new Set(wanted.map(({ organization_id }) => organization_id)),
];

/** Reads agents with the evaluations that will leave their windows: one lookup each, independent of history length. */
export const readAgents = (connection: Connection, wanted: readonly WantedAgent[]): Promise<ReadAgent[]> =>
  connection.list(query(Row)`
    select agents.*, clock_timestamp() as read_at, coalesce((
      select json_agg(oldest order by seq) from (
        select seq, passed, latency_ms, latency_ref_ms, source from evaluations
        where evaluations.organization_id = agents.organization_id and evaluations.agent_id = agents.agent_id
          and seq >= agents.window_start_seq and seq is not null and status = 'counted'
        order by seq limit case
          when agents.n + wanted.countable <= ${REPUTATION_WINDOW} then 0
          else least(agents.n, agents.n - ${REPUTATION_WINDOW} + ${1 + AHEAD} * wanted.countable)
        end
      ) as oldest
    ), '[]') as evicted, (select with_webhooks(${listOrganizationIds(wanted)}::uuid[])) as hooked
    from ${wantedRows(wanted)} cross join lateral (
      select * from agents
      where agents.organization_id = wanted.organization_id and agents.agent_id = wanted.agent_id
      -- each by its key, however few agents there are: without this all of them would be read and thrown away
      offset 0
    ) as agents`);

/** Locks agents until the end of the transaction, in key order to avoid deadlocks. */
export const lockAgents = (connection: Connection, wanted: readonly WantedAgent[]): Promise<number> =>
  connection.run(sql`
    select from (
      select organization_id, agent_id from ${wantedRows(wanted)} order by organization_id, agent_id collate "C"
    ) as wanted cross join lateral (
      select from agents
      where agents.organization_id = wanted.organization_id and agents.agent_id = wanted.agent_id for update
    ) as held`);

/** Creates missing agents. */
export const createAgents = (connection: Connection, agents: readonly AgentKey[]): Promise<number> =>
  connection.run(sql`
    insert into agents (organization_id, agent_id)
    select organization_id, agent_id from json_to_recordset(${json(agents)}) as new (organization_id uuid, agent_id text)
    order by organization_id, agent_id collate "C"
    on conflict do nothing`);
