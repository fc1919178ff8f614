import { Digest, Instant, Occurrence, type OrganizationId, ReportedRun, Waste, WorkspaceId } from '@assay/schema';
import { AgentSession, type SessionColumn } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, type Sql, sanitizeText, sql } from '../../sql/sql.ts';
import { unpackReport } from './packed-report.ts';

const Row = AgentSession.extend({ workspace_id: idColumn('wsp', WorkspaceId) });
const Summed = z.object({
  digest: Digest,
  started_at: z.string().nullable(),
  pushed_at: Instant,
  /** Null for sessions of older versions. */
  waste: Waste.nullable(),
  occurrences: z.array(Occurrence).nullable(),
});
/** The number of newest sessions that patterns and waste are read from. */
export const SUMMED_SESSIONS = 500;

interface Sort {
  readonly key: z.ZodType<string | number>;
  readonly keyOf: (session: AgentSession) => string | number;
  readonly value: Sql;
  readonly cast: Sql;
}

// sorts after every known number
const byNumber = (column: 'cost_usd_micros' | 'wall_ms' | 'findings', value: Sql): Sort => ({
  key: z.number(),
  keyOf: (session) => session[column] ?? -1,
  ...{ value, cast: sql`double precision` },
});
// of an instant; the rest of a longer text is not sorted by
const START_LENGTH = 24;
const SORTS: Readonly<Record<SessionColumn, Sort>> = {
  // as in the index
  started_at: {
    key: z.string(),
    keyOf: ({ started_at }) => (started_at ?? '').slice(0, START_LENGTH),
    value: sql`coalesce(left(started_at, 24), '') collate "C"`,
    cast: sql`text`,
  },
  pushed_at: {
    key: Instant,
    keyOf: ({ pushed_at }) => pushed_at,
    ...{ value: sql`pushed_at`, cast: sql`timestamptz` },
  },
  cost_usd_micros: byNumber('cost_usd_micros', sql`coalesce(cost_usd_micros, -1)::double precision`),
  wall_ms: byNumber('wall_ms', sql`coalesce(wall_ms, -1)`),
  findings: byNumber('findings', sql`findings::double precision`),
};

const Report = z.object({ report: z.instanceof(Buffer).nullable() });

const columns = sql`
  encode(digest, 'hex') as digest, workspace_id, agent, model, session_id, project, source, verification, "end",
  requests, findings, redactions, cost_usd_micros, wall_ms, started_at, pushed_at`;

/** A graded session, before it is stored. */
export interface NewAgentSession extends Omit<AgentSession, 'pushed_at'> {
  /** Of two versions of one session, the one with more entries is the newer. */
  readonly entries: number;
  /** As `packReport` makes it. */
  readonly report: Uint8Array;
  readonly waste: Waste;
  readonly occurrences: readonly Occurrence[];
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
          requests, findings, redactions, entries, cost_usd_micros, wall_ms, started_at, superseded, report, waste, occurrences
        ) values (
          ${owner}, decode(${session.digest}, 'hex'), ${workspace}, ${agent}, ${clean(session.model)}, ${session_id},
          ${clean(session.project)}, ${sanitizeText(session.source)}, ${session.verification}, ${session.end},
          ${session.requests}, ${session.findings}, ${session.redactions}, ${session.entries},
          ${session.cost_usd_micros}, ${session.wall_ms}, ${clean(session.started_at)},
          exists (select from agent_sessions where ${versions} and entries > ${session.entries}),
          ${session.report}, ${json(session.waste)}, ${json(session.occurrences)}
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

    /** The newest version of each session of a workspace. */
    list: (
      organization_id: OrganizationId,
      {
        workspace_id,
        sort = 'pushed_at',
        order = 'desc',
        ...page
      }: PageRequest & { workspace_id: WorkspaceId; sort?: SessionColumn; order?: 'asc' | 'desc' },
    ): Promise<Page<AgentSession>> => {
      const { key, keyOf, value, cast } = SORTS[sort];
      const [direction, beyond] = order === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
      return listPage(connection, {
        ...page,
        key: z.tuple([key, Digest]),
        keyOf: (session) => [keyOf(session), session.digest] as const,
        select: (after, limit) => query(Row)`
          select ${columns} from agent_sessions
          where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
            and not superseded
            ${after ? sql`and (${value}, digest) ${beyond} (${after[0]}::${cast}, decode(${after[1]}, 'hex'))` : sql``}
          order by ${value} ${direction}, digest ${direction} limit ${limit}`,
      });
    },

    /** The newest version of the newest sessions, with what recurs in them. */
    listSummed: (
      organization_id: OrganizationId,
      { workspace_id }: { workspace_id: WorkspaceId },
    ): Promise<z.infer<typeof Summed>[]> =>
      connection.list(query(Summed)`
        select encode(digest, 'hex') as digest, started_at, pushed_at, waste, occurrences from agent_sessions
        where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)} and not superseded
        order by pushed_at desc, digest desc limit ${SUMMED_SESSIONS}`),

    /** Removes transcripts past the retention period of their workspace, of all organizations. */
    expire: (): Promise<number> =>
      connection.run(sql`
        update agent_sessions set report = null, occurrences = null from workspaces
        where workspaces.organization_id = agent_sessions.organization_id
          and workspaces.workspace_id = agent_sessions.workspace_id
          and report is not null and pushed_at < now() - make_interval(days => evidence_retention_days)`),
  };
};
