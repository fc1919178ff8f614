import { Digest, Instant, type OrganizationId, ReportedRun, WorkspaceId } from '@assay/schema';
import { AgentSession } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { query, sanitizeText, sql } from '../../sql/sql.ts';
import { packReport, unpackReport } from './packed-report.ts';

const Row = AgentSession.extend({ workspace_id: idColumn('wsp', WorkspaceId) });
const Report = z.object({ report: z.instanceof(Buffer).nullable() });

const columns = sql`
  encode(digest, 'hex') as digest, workspace_id, agent, model, session_id, project, source, verification, "end",
  requests, findings, redactions, cost_usd_micros, wall_ms, started_at, pushed_at`;

/** A graded session, before it is stored. */
export interface NewAgentSession extends Omit<AgentSession, 'pushed_at'> {
  /** Of two versions of one session, the one with more entries is the newer. */
  readonly entries: number;
  readonly report: ReportedRun;
}

const clean = (text: string | null): string | null => (text === null ? null : sanitizeText(text));

/** Sessions of agents that people sent, each content once. */
export const agentSessionsTable = (connection: Connection) => {
  const find = (organization_id: OrganizationId, digest: string): Promise<AgentSession | undefined> =>
    connection.find(query(Row)`
      select ${columns} from agent_sessions
      where organization_id = ${toUuid(organization_id)} and digest = decode(${digest}, 'hex')`);
  return {
    find,

    /** Stores a session; undefined if its content is already stored. Requires a transaction. */
    async keep(organization_id: OrganizationId, session: NewAgentSession): Promise<AgentSession | undefined> {
      const [owner, workspace] = [toUuid(organization_id), toUuid(session.workspace_id)];
      const [agent, session_id] = [sanitizeText(session.agent), clean(session.session_id)];
      const versions = sql`
        organization_id = ${owner} and workspace_id = ${workspace} and agent = ${agent} and session_id = ${session_id}`;
      // two versions at once would both find no other
      await connection.run(sql`
        select pg_advisory_xact_lock(hashtextextended(${`${owner} ${agent} ${session_id}`}, 0))`);
      const kept = await connection.find(query(Row)`
        insert into agent_sessions (
          organization_id, digest, workspace_id, agent, model, session_id, project, source, verification, "end",
          requests, findings, redactions, entries, cost_usd_micros, wall_ms, started_at, superseded, report
        ) values (
          ${owner}, decode(${session.digest}, 'hex'), ${workspace}, ${agent}, ${clean(session.model)}, ${session_id},
          ${clean(session.project)}, ${sanitizeText(session.source)}, ${session.verification}, ${session.end},
          ${session.requests}, ${session.findings}, ${session.redactions}, ${session.entries},
          ${session.cost_usd_micros}, ${session.wall_ms}, ${clean(session.started_at)},
          exists (select from agent_sessions where ${versions} and entries > ${session.entries}),
          ${await packReport(session.report)}
        ) on conflict do nothing returning ${columns}`);
      if (kept !== undefined)
        await connection.run(sql`
          update agent_sessions set superseded = true
          where ${versions} and not superseded and entries <= ${session.entries}
            and digest <> decode(${session.digest}, 'hex')`);
      return kept;
    },

    /** The grade and transcript; null after the retention period. */
    async findReport(organization_id: OrganizationId, digest: string): Promise<ReportedRun | null> {
      const row = await connection.find(query(Report)`
        select report from agent_sessions
        where organization_id = ${toUuid(organization_id)} and digest = decode(${digest}, 'hex')`);
      return row?.report == null ? null : ReportedRun.parse(await unpackReport(row.report));
    },

    /** The newest version of each session of a workspace, newest first. */
    list: (
      organization_id: OrganizationId,
      { workspace_id, ...page }: PageRequest & { workspace_id: WorkspaceId },
    ): Promise<Page<AgentSession>> =>
      listPage(connection, {
        ...page,
        key: z.tuple([Instant, Digest]),
        keyOf: ({ pushed_at, digest }) => [pushed_at, digest] as const,
        select: (after, limit) => query(Row)`
          select ${columns} from agent_sessions
          where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
            and not superseded
            ${after ? sql`and (pushed_at, digest) < (${after[0]}::timestamptz, decode(${after[1]}, 'hex'))` : sql``}
          order by pushed_at desc, digest desc limit ${limit}`,
      }),

    /** Removes transcripts past the retention period of their workspace, of all organizations. */
    expire: (): Promise<number> =>
      connection.run(sql`
        update agent_sessions set report = null from workspaces
        where workspaces.organization_id = agent_sessions.organization_id
          and workspaces.workspace_id = agent_sessions.workspace_id
          and report is not null and pushed_at < now() - make_interval(days => evidence_retention_days)`),
  };
};
