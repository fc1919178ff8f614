import { z } from 'zod';
import type { AgentKey } from './agent-key.ts';
import type { Agent } from './agents.ts';
import type { Connection } from './connection.ts';
import { json, query, sql } from './sql.ts';
import type { WindowEntry } from './standing.ts';

/** An agent to which so many countable evaluations are to be added. */
export interface WantedAgent extends AgentKey {
  readonly countable: number;
}

export interface ReadAgent extends Agent {
  readonly organization_id: string;
  /** The oldest of its window, as many as will fall out. */
  readonly evicted: readonly WindowEntry[];
  /** What a drop of its score is measured from. */
  readonly peak: number;
  /** Which of all organizations that were asked about want to be told of something; null when none does. */
  readonly hooked: readonly string[] | null;
  /** The time of the database, which is the same for all processes. */
  readonly read_at: string;
}

// as the columns have it: to look at each field again would take longer than to append
const Row = z.custom<ReadAgent>();

const wantedRows = (wanted: readonly WantedAgent[]) =>
  sql`json_to_recordset(${json(wanted)}) as wanted (organization_id uuid, agent_id text, countable integer)`;

const organizationsOf = (wanted: readonly WantedAgent[]): string[] => [
  ...new Set(wanted.map(({ organization_id }) => organization_id)),
];

/** Agents as they are, with what will leave their windows: one look-up each, whatever the length of their history. */
export const readStandings = (connection: Connection, wanted: readonly WantedAgent[]): Promise<ReadAgent[]> =>
  connection.list(query(Row)`
    select agents.*, clock_timestamp() as read_at, coalesce((
      select json_agg(oldest order by seq) from (
        select seq, passed, latency_ms, latency_ref_ms, source from evaluations
        where evaluations.organization_id = agents.organization_id and evaluations.agent_id = agents.agent_id
          and seq >= agents.window_start_seq and seq is not null and status = 'counted'
        order by seq limit least(agents.n, greatest(0, agents.n + wanted.countable - 500))
      ) as oldest
    ), '[]') as evicted, (select with_webhooks(${organizationsOf(wanted)}::uuid[])) as hooked
    from agents join ${wantedRows(wanted)} using (organization_id, agent_id)`);

/** Holds agents until the end of the transaction; in the order of their keys, so that nobody waits in a circle. */
export const lockAgents = (connection: Connection, wanted: readonly WantedAgent[]): Promise<number> =>
  connection.run(sql`
    select from agents join ${wantedRows(wanted)} using (organization_id, agent_id)
    order by organization_id, agent_id for update of agents`);

/** Creates the agents that are not there yet. */
export const createAgents = (connection: Connection, agents: readonly AgentKey[]): Promise<number> =>
  connection.run(sql`
    insert into agents (organization_id, agent_id)
    select organization_id, agent_id from json_to_recordset(${json(agents)}) as new (organization_id uuid, agent_id text)
    order by organization_id, agent_id collate "C"
    on conflict do nothing`);
