import { OrganizationId, WorkspaceId } from '@assay/schema';
import { LiveSession } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { json, query, type Sql, sanitizeText, sql } from '../../sql/sql.ts';

/** A session within an organization and a workspace. */
export interface TelemetryKey {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly service: string;
  readonly session_id: string;
}

/** What the records of one batch tell about their session. */
export interface BatchFacts {
  readonly agent: string | null;
  readonly model: string | null;
  readonly project: string | null;
  readonly turns: number;
  readonly cost_usd_micros: number | null;
}

/** What one request brought for one session. */
export interface TelemetryBatch extends TelemetryKey {
  readonly signal: 'logs' | 'traces';
  readonly digest: string;
  readonly records: number;
  readonly document: Uint8Array;
  readonly facts: BatchFacts;
}

const Kept = z.object({ is_full: z.boolean() });
const Live = LiveSession.extend({ workspace_id: idColumn('wsp', WorkspaceId) });
const Due = z.object({
  organization_id: idColumn('org', OrganizationId),
  workspace_id: idColumn('wsp', WorkspaceId),
  service: z.string(),
  session_id: z.string(),
  records: z.int(),
});
export type DueSession = z.infer<typeof Due>;
const Described = z.object({ signal: z.enum(['logs', 'traces']), digest: z.string(), size: z.int() });
const Document = z.object({ document: z.instanceof(Buffer) });

/** More of one session is refused. */
const MOST_BYTES = 256 * 1024 * 1024;
/** How long telemetry is kept after its session fell silent. Its grade is kept as long as other sessions. */
const KEPT_DAYS = 7;
const MOST_LIVE = 200;

const own = ({ organization_id, workspace_id, service, session_id }: TelemetryKey) => sql`
  organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
  and service = ${sanitizeText(service)} and session_id = ${sanitizeText(session_id)}`;

// an unknown amount adds nothing, and a sum stays within what JSON can express
const add = (column: 'log_cost_usd_micros' | 'span_cost_usd_micros'): Sql => {
  const [had, more] = [`known.${column}`, `excluded.${column}`];
  const sum = `least(coalesce(${had}, 0), ${Number.MAX_SAFE_INTEGER} - ${more}) + ${more}`;
  return { strings: [`coalesce(${sum}, ${had})`], values: [] };
};

/** Sessions of agents that arrive as telemetry, and what has arrived. */
export const telemetryTable = (connection: Connection) => ({
  /** Stores batches once each, in one statement. Returns for each whether its session is too large for it. */
  async keepMany(batches: readonly TelemetryBatch[]): Promise<{ is_full: boolean }[]> {
    let start = 1;
    const rows = batches.map((batch, position) => {
      const row = { ...batchRow(batch), position, start };
      start += row.size;
      return row;
    });
    const documents = Buffer.concat(batches.map(({ document }) => document));
    const key = sql`organization_id, workspace_id, service, session_id`;
    return await connection.list(query(Kept)`
      with sent as materialized (
        select sent.*, known.bytes + sum(size) over (partition by ${key} order by position) > ${MOST_BYTES} as is_full
        from json_to_recordset(${json(rows)}) as sent (
          position integer, organization_id uuid, workspace_id uuid, service text, session_id text, digest text,
          signal text, records integer, start integer, size integer, agent text, model text, project text,
          turns integer, cost_usd_micros bigint
        ) cross join lateral (
          select coalesce((select bytes from telemetry_sessions as known where (${key}) = (
            sent.organization_id, sent.workspace_id, sent.service, sent.session_id)), 0) as bytes
        ) as known
      ), kept as (
        insert into telemetry_batches (${key}, digest, signal, records, document)
        select ${key}, decode(digest, 'hex'), signal, records, substring(${documents}::bytea from start for size)
        from sent where not is_full
        on conflict do nothing
        returning ${key}, encode(digest, 'hex') as digest
      ), new as (
        -- the same batch can be sent twice at once
        select distinct on (${key}, digest) sent.* from sent join kept using (${key}, digest)
      ), told as (
        insert into telemetry_sessions as known (
          ${key}, records, bytes, agent, model, project, log_turns, span_turns, log_cost_usd_micros, span_cost_usd_micros
        )
        select ${key}, sum(records), sum(size), min(agent), max(model), min(project),
          coalesce(sum(turns) filter (where signal = 'logs'), 0),
          coalesce(sum(turns) filter (where signal = 'traces'), 0),
          sum(cost_usd_micros) filter (where signal = 'logs'), sum(cost_usd_micros) filter (where signal = 'traces')
        from new group by ${key}
        -- the same order in every process, so that none waits for another in a circle
        order by ${key}
        on conflict (${key}) do update set
          records = known.records + excluded.records,
          bytes = known.bytes + excluded.bytes,
          agent = coalesce(known.agent, excluded.agent),
          model = coalesce(excluded.model, known.model),
          project = coalesce(known.project, excluded.project),
          log_turns = known.log_turns + excluded.log_turns,
          span_turns = known.span_turns + excluded.span_turns,
          log_cost_usd_micros = ${add('log_cost_usd_micros')},
          span_cost_usd_micros = ${add('span_cost_usd_micros')},
          last_at = now()
      )
      select is_full from sent order by position`);
  },

  /** Sessions with ungraded records that have been silent for some time: the oldest of each organization in turn. */
  listDue: ({ silent_ms, limit }: { silent_ms: number; limit: number }): Promise<DueSession[]> =>
    connection.list(query(Due)`
      select organization_id, workspace_id, service, session_id, records from (
        select *, row_number() over (partition by organization_id order by last_at, session_id) as turn
        from telemetry_sessions
        where graded_records < records and last_at <= now() - make_interval(secs => ${silent_ms / 1000})
      ) as due
      order by turn, last_at limit ${limit}`),

  /** The documents of a session, in the order of their arrival. */
  listDocuments: (key: TelemetryKey): Promise<z.infer<typeof Described>[]> =>
    connection.list(query(Described)`
      select signal, encode(digest, 'hex') as digest, length(document) as size
      from telemetry_batches where ${own(key)} order by received_at, telemetry_batches.digest`),

  /** The contents of some documents of a session, in the order of their arrival. */
  async readDocuments(key: TelemetryKey, digests: readonly string[]): Promise<Buffer[]> {
    const rows = await connection.list(query(Document)`
      select document from telemetry_batches
      where ${own(key)} and digest in (select decode(wanted, 'hex') from unnest(${digests}::text[]) as wanted)
      order by received_at, digest`);
    return rows.map(({ document }) => document);
  },

  /** Notes that a session was graded with this many records, or why it could not be. */
  setGraded: (key: TelemetryKey, { records, problem }: { records: number; problem: string | null }): Promise<number> =>
    connection.run(sql`
      update telemetry_sessions set graded_records = greatest(graded_records, ${records}), problem = ${problem}
      where ${own(key)}`),

  /** The sessions of a workspace that sent something last, newest first. */
  listLive: (organization_id: OrganizationId, workspace_id: WorkspaceId): Promise<LiveSession[]> =>
    connection.list(query(Live)`
      select workspace_id, service, session_id, records, bytes, graded_records >= records as is_graded, problem,
        first_at, last_at, agent, model, project, greatest(log_turns, span_turns) as turns,
        greatest(log_cost_usd_micros, span_cost_usd_micros) as cost_usd_micros
      from telemetry_sessions
      where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
      order by last_at desc limit ${MOST_LIVE}`),

  /** Removes what was graded long ago. */
  async forgetOld(): Promise<number> {
    return await connection.run(sql`
      with old as (
        delete from telemetry_sessions
        where graded_records >= records and last_at < now() - make_interval(days => ${KEPT_DAYS})
        returning organization_id, workspace_id, service, session_id
      )
      delete from telemetry_batches using old
      where (telemetry_batches.organization_id, telemetry_batches.workspace_id, telemetry_batches.service,
        telemetry_batches.session_id) = (old.organization_id, old.workspace_id, old.service, old.session_id)`);
  },
});

const batchRow = ({
  document,
  facts,
  organization_id,
  workspace_id,
  service,
  session_id,
  ...batch
}: TelemetryBatch) => ({
  ...batch,
  organization_id: toUuid(organization_id),
  workspace_id: toUuid(workspace_id),
  service: sanitizeText(service),
  session_id: sanitizeText(session_id),
  size: document.length,
  turns: facts.turns,
  cost_usd_micros: facts.cost_usd_micros,
  agent: facts.agent && sanitizeText(facts.agent),
  model: facts.model && sanitizeText(facts.model),
  project: facts.project && sanitizeText(facts.project),
});
