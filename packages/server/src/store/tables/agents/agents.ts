import {
  AgentId,
  CALIBRATED_EVALUATIONS,
  Count,
  Instant,
  type OrganizationId,
  type Reputation,
  ReputationWindow,
  SourceCounts,
} from '@assay/schema';
import { computeReputation, EMPTY_WINDOW } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, type Sql, sql } from '../../sql/sql.ts';

// a literal, because a parameter does not match the partial index
const RANKED: Sql = { strings: [`eval_count >= ${CALIBRATED_EVALUATIONS}`], values: [] };

/** An agent with the aggregates of its window. */
export const Agent = z.object({
  agent_id: AgentId,
  seq: Count,
  window_start_seq: z.int().min(1),
  ...ReputationWindow.shape,
  sources: SourceCounts,
  score: Count.max(1000),
  /** Whether everyone may read its reputation. */
  public: z.boolean(),
  created_at: Instant,
  last_evaluated_at: Instant.nullable(),
});
export type Agent = z.infer<typeof Agent>;

/** The reputation of an agent, with the sources of its window. */
export interface AgentReputation extends Reputation {
  readonly agent_id: AgentId;
  readonly seq: number;
  readonly public: boolean;
  readonly sources: SourceCounts;
  readonly last_evaluated_at: string | null;
}

const columns = sql`
  agent_id, seq, window_start_seq, eval_count, n, passes, streak, latencies, sources, score, public, created_at,
  last_evaluated_at`;

export const agentsTable = (connection: Connection) => {
  const find = (organization_id: OrganizationId, agent_id: AgentId): Promise<Agent | undefined> =>
    connection.find(query(Agent)`
      select ${columns} from agents
      where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}`);
  return {
    find,

    /** An agent without evaluations has the reputation of the empty window. */
    async getReputation(organization_id: OrganizationId, agent_id: AgentId): Promise<AgentReputation> {
      const agent = await find(organization_id, agent_id);
      return {
        ...computeReputation(agent === undefined ? EMPTY_WINDOW : pickWindow(agent)),
        agent_id: agent_id.normalize('NFC'),
        seq: agent?.seq ?? 0,
        public: agent?.public ?? false,
        sources: agent?.sources ?? {},
        last_evaluated_at: agent?.last_evaluated_at ?? null,
      };
    },

    /** Makes the reputation of an agent public or private. Undefined if there is no such agent. */
    publish: (
      organization_id: OrganizationId,
      { agent_id, public: shown }: { agent_id: AgentId; public: boolean },
    ): Promise<Agent | undefined> =>
      connection.find(query(Agent)`
        update agents set public = ${shown}
        where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}
        returning ${columns}`),

    /** Sorted by name. */
    list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Agent>> =>
      listPage(connection, {
        ...page,
        key: z.tuple([AgentId]),
        keyOf: ({ agent_id }) => [agent_id] as const,
        select: (after, limit) => query(Agent)`
          select ${columns} from agents where organization_id = ${toUuid(organization_id)}
          ${after ? sql`and agent_id > ${after[0]}` : sql``}
          order by agent_id limit ${limit}`,
      }),

    /** The number of agents ranked above an agent. */
    async countAbove(
      organization_id: OrganizationId,
      { score, agent_id }: Pick<Agent, 'score' | 'agent_id'>,
    ): Promise<number> {
      const { above } = await connection.get(query(z.object({ above: Count }))`
        select count(*) as above from agents
        where organization_id = ${toUuid(organization_id)} and ${RANKED}
          and score >= ${score} and (score > ${score} or agent_id < ${agent_id})`);
      return above;
    },

    /** Sorted by score, best first; only agents with enough evaluations to be ranked. */
    listRanked: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Agent>> =>
      listPage(connection, {
        ...page,
        key: z.tuple([z.int(), AgentId]),
        keyOf: ({ score, agent_id }) => [score, agent_id] as const,
        // two conditions, because one column is descending and the other ascending
        select: (after, limit) => query(Agent)`
          select ${columns} from agents
          where organization_id = ${toUuid(organization_id)} and ${RANKED}
          ${after ? sql`and score <= ${after[0]} and (score < ${after[0]} or agent_id > ${after[1]})` : sql``}
          order by score desc, agent_id limit ${limit}`,
      }),
  };
};

/** Only the aggregates that the formula needs. */
export const pickWindow = ({ eval_count, n, passes, streak, latencies }: ReputationWindow): ReputationWindow => ({
  eval_count,
  n,
  passes,
  streak,
  latencies,
});
