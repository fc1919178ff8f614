import { Instant } from '@assay/schema';
import { z } from 'zod';
import type { AgentKey } from './agent-key.ts';
import { Agent } from './agents.ts';
import type { Connection } from './connection.ts';
import { json, query, sql } from './sql.ts';
import { WindowEntry } from './standing.ts';

/** An agent to which so many countable evaluations are to be added. */
export interface WantedAgent extends AgentKey {
  readonly countable: number;
}

const ReadAgent = Agent.extend({
  organization_id: z.string(),
  /** The oldest of its window, as many as will fall out. */
  evicted: z.array(WindowEntry),
  /** The time of the database, which is the same for all processes. */
  read_at: Instant,
});
export type ReadAgent = z.infer<typeof ReadAgent>;

const wantedRows = (wanted: readonly WantedAgent[]) =>
  sql`json_to_recordset(${json(wanted)}) as wanted (organization_id uuid, agent_id text, countable integer)`;

/** Agents as they are, with what will leave their windows: one look-up each, whatever the length of their history. */
export const readStandings = (connection: Connection, wanted: readonly WantedAgent[]): Promise<ReadAgent[]> =>
  connection.list(query(ReadAgent)`
    select agents.*, clock_timestamp() as read_at, coalesce((
      select json_agg(oldest order by seq) from (
        select seq, passed, latency_ms, latency_ref_ms, source from evaluations
        where evaluations.organization_id = agents.organization_id and evaluations.agent_id = agents.agent_id
          and seq >= agents.window_start_seq and seq is not null and status = 'counted'
        order by seq limit least(agents.n, greatest(0, agents.n + wanted.countable - 500))
      ) as oldest
    ), '[]') as evicted
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
