import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { json, query, type Sql, sql } from '../sql/sql.ts';

/** Rows keyed by column names, with ids as uuids and documents as text. */
export interface WrittenRows {
  readonly evaluations: readonly object[];
  /** Each with `base_seq`, the state it was computed from. */
  readonly agents: readonly object[];
  readonly idempotency_keys: readonly object[];
  /** The webhook deliveries to add. */
  readonly deliveries: readonly object[];
  /** Which organizations had webhooks when the deliveries were planned. */
  readonly hooked: readonly string[] | null;
  /** The organizations of the agents. */
  readonly organizations: readonly string[];
}

const Written = z.object({ written: z.boolean() });

/**
 * Writes a batch in one statement if every agent is unchanged since it was read and the same organizations have
 * webhooks. Otherwise writes nothing and returns false. Agents are locked first, in key order.
 */
export async function writeEvaluations(
  connection: Connection,
  { evaluations, agents, idempotency_keys, deliveries, hooked, organizations }: WrittenRows,
): Promise<boolean> {
  const { written } = await connection.get(query(Written)`
    with next as materialized (
      select * from json_to_recordset(${json(agents)}) as next (
        organization_id uuid, agent_id text, base_seq bigint, seq bigint, window_start_seq bigint, eval_count bigint,
        n smallint, passes smallint, streak smallint, latencies json, sources json, score smallint, peak smallint,
        read_at timestamptz
      )
    ), unmoved as materialized (
      select from (
        select organization_id, agent_id, base_seq from next order by organization_id, agent_id collate "C"
      ) as next cross join lateral (
        select from agents
        where agents.organization_id = next.organization_id and agents.agent_id = next.agent_id
          and agents.seq = next.base_seq
        for update
      ) as held
    ), checked as materialized (
      select count(*) = ${agents.length}
        and with_webhooks(${organizations}::uuid[]) is not distinct from ${hooked}::text[] as written
      from unmoved
    ), logged as (
      insert into evaluations (
        organization_id, evaluation_id, agent_id, seq, status, source, tool, passed, reason, checks, latency_ms,
        latency_ref_ms, run_id, occurred_at, accepted_at, metadata, score
      )
      select organization_id, evaluation_id, agent_id, seq, status, source, tool, passed, reason, checks::json,
        latency_ms, latency_ref_ms, run_id, occurred_at, accepted_at, metadata::json, score
      from json_to_recordset(${json(evaluations)}) as new (
        organization_id uuid, evaluation_id uuid, agent_id text, seq bigint, status text, source text, tool text,
        passed boolean, reason text, checks text, latency_ms double precision, latency_ref_ms double precision,
        run_id uuid, occurred_at timestamptz, accepted_at timestamptz, metadata text, score smallint
      )
      where (select written from checked)
    ), answered as (
      insert into idempotency_keys (organization_id, idempotency_key, body_digest, response)
      select organization_id, idempotency_key, body_digest, response::json
      from json_to_recordset(${json(idempotency_keys)})
        as kept (organization_id uuid, idempotency_key text, body_digest text, response text)
      where (select written from checked)
      order by organization_id, idempotency_key collate "C"
    ), moved as (
      update agents set
        seq = next.seq, window_start_seq = next.window_start_seq, eval_count = next.eval_count, n = next.n,
        passes = next.passes, streak = next.streak, latencies = next.latencies, sources = next.sources,
        score = next.score, peak = next.peak, last_evaluated_at = next.read_at
      from next
      where (select written from checked) and next.seq > next.base_seq
        and agents.organization_id = next.organization_id and agents.agent_id = next.agent_id
    )${announced(deliveries)}
    select written from checked`);
  return written;
}

// left out without deliveries
const announced = (deliveries: readonly object[]): Sql =>
  deliveries.length === 0
    ? sql``
    : sql`, announced as (
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, event_type, payload)
      select organization_id, delivery_id, webhook_id, event_id, event_type, payload::json
      from json_to_recordset(${json(deliveries)}) as told (
        organization_id uuid, delivery_id uuid, webhook_id uuid, event_id text, event_type text, payload text
      )
      where (select written from checked)
      on conflict (organization_id, webhook_id, event_id) do nothing
    )`;
