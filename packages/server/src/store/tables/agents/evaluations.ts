import {
  type AgentId,
  CALIBRATED_EVALUATIONS,
  CheckResult,
  Evaluation,
  EvaluationId,
  type OrganizationId,
  RunId,
  ScorePoint,
} from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, type Sql, sql } from '../../sql/sql.ts';

// a row has every column; the API only those of its status
const Row = z
  .object({
    evaluation_id: idColumn('evl', EvaluationId),
    run_id: idColumn('run', RunId).nullable(),
    checks: z.array(CheckResult),
    reason: z.string().nullable(),
  })
  .loose()
  .transform(({ reason, ...row }) => (reason === null ? row : { ...row, reason }))
  .pipe(Evaluation);

const columns = sql`
  evaluation_id, agent_id, seq, status, source, tool, passed, reason, checks, latency_ms, latency_ref_ms, run_id,
  occurred_at, accepted_at, metadata`;

/** A page of the evaluations that match a condition, newest first. */
const listNewest = (connection: Connection, condition: Sql, page: PageRequest): Promise<Page<Evaluation>> =>
  listPage(connection, {
    ...page,
    key: z.tuple([EvaluationId]),
    keyOf: ({ evaluation_id }) => [evaluation_id] as const,
    select: (after, limit) => query(Row)`
      select ${columns} from evaluations
      where ${condition} ${after ? sql`and evaluation_id < ${toUuid(after[0])}` : sql``}
      order by evaluation_id desc limit ${limit}`,
  });

interface SequencedRows<Item> {
  readonly row: z.ZodType<Item>;
  readonly columns: Sql;
}

/** A page of what matches a condition and has a sequence number, highest first. */
const listBySeq = <Item extends { readonly seq: number | null }>(
  connection: Connection,
  { row, columns, condition, ...page }: PageRequest & SequencedRows<Item> & { readonly condition: Sql },
): Promise<Page<Item>> =>
  listPage(connection, {
    ...page,
    key: z.tuple([z.int()]),
    keyOf: ({ seq }) => [seq as number] as const,
    select: (after, limit) => query(row)`
      select ${columns} from evaluations
      where ${condition} and seq is not null ${after ? sql`and seq < ${after[0]}` : sql``}
      order by seq desc limit ${limit}`,
  });

const ofOrganization = (organization_id: OrganizationId): Sql => sql`organization_id = ${toUuid(organization_id)}`;
const ofRun = (organization_id: OrganizationId, run_id: RunId): Sql =>
  sql`${ofOrganization(organization_id)} and run_id = ${toUuid(run_id)}`;
const ofAgent = (organization_id: OrganizationId, agent_id: AgentId): Sql =>
  sql`${ofOrganization(organization_id)} and agent_id = ${agent_id.normalize('NFC')}`;

type AgentPageRequest = PageRequest & { readonly agent_id: AgentId };

export const evaluationsTable = (connection: Connection) => ({
  find: (organization_id: OrganizationId, evaluation_id: EvaluationId): Promise<Evaluation | undefined> =>
    connection.find(query(Row)`
      select ${columns} from evaluations
      where ${ofOrganization(organization_id)} and evaluation_id = ${toUuid(evaluation_id)}`),

  /** The evaluations of all agents, newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Evaluation>> =>
    listNewest(connection, ofOrganization(organization_id), page),

  /** The evaluations that name a run, newest first. */
  listOfRun: (
    organization_id: OrganizationId,
    { run_id, ...page }: PageRequest & { run_id: RunId },
  ): Promise<Page<Evaluation>> => listNewest(connection, ofRun(organization_id, run_id), page),

  /** The evaluation that the server appended for a graded run. */
  findOfRun: (organization_id: OrganizationId, run_id: RunId): Promise<Evaluation | undefined> =>
    connection.find(query(Row)`
      select ${columns} from evaluations where ${ofRun(organization_id, run_id)} and source = 'run'`),

  /** The window of an agent at a given sequence number, oldest first. */
  listWindow: (
    organization_id: OrganizationId,
    { agent_id, from_seq, to_seq }: { agent_id: AgentId; from_seq: number; to_seq: number },
  ): Promise<Evaluation[]> =>
    connection.list(query(Row)`
      select ${columns} from evaluations
      where ${ofAgent(organization_id, agent_id)}
        and seq between ${from_seq} and ${to_seq} and seq is not null and status = 'counted'
      order by seq`),

  /** The evaluations of an agent by sequence number, newest first. Dry runs have none and are left out. */
  listOfAgent: (organization_id: OrganizationId, { agent_id, ...page }: AgentPageRequest): Promise<Page<Evaluation>> =>
    listBySeq(connection, { row: Row, columns, condition: ofAgent(organization_id, agent_id), ...page }),

  /** The dry runs of an agent, newest first. */
  listDryRuns: (organization_id: OrganizationId, { agent_id, ...page }: AgentPageRequest): Promise<Page<Evaluation>> =>
    listNewest(connection, sql`${ofAgent(organization_id, agent_id)} and seq is null`, page),

  /** The score of an agent over time, newest first; null before the evaluation that completes its calibration. */
  listScores: (organization_id: OrganizationId, { agent_id, ...page }: AgentPageRequest): Promise<Page<ScorePoint>> => {
    const condition = ofAgent(organization_id, agent_id);
    const shown = sql`
      seq, accepted_at,
      case when seq >= (
        select seq from evaluations
        where ${condition} and seq is not null and status = 'counted'
        order by seq offset ${CALIBRATED_EVALUATIONS - 1} limit 1
      ) then score end as score`;
    return listBySeq(connection, { row: ScorePoint, columns: shown, condition, ...page });
  },
});
