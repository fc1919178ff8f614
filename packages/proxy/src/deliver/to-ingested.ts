import type { LoggedCall } from '../log/log-line.ts';

// metadata is limited to 4 KiB
const MOST_NOTES = 5;
const LONGEST_REASON = 80;

/** A logged call in the format of `POST /v1/ingest`; undefined if it has no verdict. */
export function toIngested(line: LoggedCall): object | undefined {
  if (line.passed === null) return undefined;
  const { event_id, agent_id, tool, input, output, latency_ms, latency_ref_ms, passed, occurred_at, is_error, checks } =
    line;
  const failed = (checks ?? [])
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR')
    .slice(0, MOST_NOTES)
    .map(({ id, verdict, reason }) => ({ id: id.slice(0, 60), verdict, reason: reason.slice(0, LONGEST_REASON) }));
  return {
    event_id,
    agent_id,
    tool,
    input,
    output: output ?? null,
    latency_ms,
    ...(latency_ref_ms === undefined ? {} : { latency_ref_ms }),
    passed,
    occurred_at,
    metadata: { is_error, ...(failed.length === 0 ? {} : { failed_checks: failed }) },
  };
}
