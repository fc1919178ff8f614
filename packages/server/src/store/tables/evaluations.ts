import {
  type AgentId,
  CheckResult,
  Evaluation,
  EvaluationId,
  type OrganizationId,
  RunId,
  ScorePoint,
} from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { idColumn, toUuid } from '../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../sql/page.ts';
import { query, sql } from '../sql/sql.ts';

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

export const evaluationsTable = (connection: Connection) => ({
  find: (organization_id: OrganizationId, evaluation_id: EvaluationId): Promise<Evaluation | undefined> =>
    connection.find(query(Row)`
      select ${columns} from evaluations
      where organization_id = ${toUuid(organization_id)} and evaluation_id = ${toUuid(evaluation_id)}`),

  /** The evaluations of all agents, newest first. */
  list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<Evaluation>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([EvaluationId]),
      keyOf: ({ evaluation_id }) => [evaluation_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from evaluations where organization_id = ${toUuid(organization_id)}
        ${after ? sql`and evaluation_id < ${toUuid(after[0])}` : sql``}
        order by evaluation_id desc limit ${limit}`,
    }),

  /** The evaluations that name a run, newest first. */
  listOfRun: (
    organization_id: OrganizationId,
    { run_id, ...page }: PageRequest & { run_id: RunId },
  ): Promise<Page<Evaluation>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([EvaluationId]),
      keyOf: ({ evaluation_id }) => [evaluation_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from evaluations
        where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
          ${after ? sql`and evaluation_id < ${toUuid(after[0])}` : sql``}
        order by evaluation_id desc limit ${limit}`,
    }),

  /** The evaluation that the server appended for a graded run. */
  findOfRun: (organization_id: OrganizationId, run_id: RunId): Promise<Evaluation | undefined> =>
    connection.find(query(Row)`
      select ${columns} from evaluations
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)} and source = 'run'`),

  /** The window of an agent at a given sequence number, oldest first. */
  listWindow: (
    organization_id: OrganizationId,
    { agent_id, from_seq, to_seq }: { agent_id: AgentId; from_seq: number; to_seq: number },
  ): Promise<Evaluation[]> =>
    connection.list(query(Row)`
      select ${columns} from evaluations
      where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}
        and seq between ${from_seq} and ${to_seq} and seq is not null and status = 'counted'
      order by seq`),

  /** The evaluations of an agent by sequence number, newest first. Dry runs have none and are left out. */
  listOfAgent: (
    organization_id: OrganizationId,
    { agent_id, ...page }: PageRequest & { agent_id: AgentId },
  ): Promise<Page<Evaluation>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([z.int()]),
      keyOf: ({ seq }) => [seq as number] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from evaluations
        where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}
          and seq is not null ${after ? sql`and seq < ${after[0]}` : sql``}
        order by seq desc limit ${limit}`,
    }),

  /** The dry runs of an agent, newest first. */
  listDryRuns: (
    organization_id: OrganizationId,
    { agent_id, ...page }: PageRequest & { agent_id: AgentId },
  ): Promise<Page<Evaluation>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([EvaluationId]),
      keyOf: ({ evaluation_id }) => [evaluation_id] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from evaluations
        where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}
          and seq is null ${after ? sql`and evaluation_id < ${toUuid(after[0])}` : sql``}
        order by evaluation_id desc limit ${limit}`,
    }),

  /** The score of an agent over time, newest first. */
  listScores: (
    organization_id: OrganizationId,
    { agent_id, ...page }: PageRequest & { agent_id: AgentId },
  ): Promise<Page<ScorePoint>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([z.int()]),
      keyOf: ({ seq }) => [seq] as const,
      select: (after, limit) => query(ScorePoint)`
        select seq, score, accepted_at from evaluations
        where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id.normalize('NFC')}
          and seq is not null ${after ? sql`and seq < ${after[0]}` : sql``}
        order by seq desc limit ${limit}`,
    }),
});
