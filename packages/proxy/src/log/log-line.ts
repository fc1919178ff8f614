import type { CheckResult } from '@assay/schema';

/** The first line of a log. */
export interface LogHead {
  readonly kind: 'log';
  readonly version: 1;
  readonly started_at: string;
  /** Fingerprint of the server and key its evaluations are for; null for none. */
  readonly destination: string | null;
}

/** One tool call, as it is logged and sent. */
export interface LoggedCall {
  readonly kind: 'evaluation';
  readonly event_id: string;
  readonly agent_id: string;
  readonly tool: string;
  /** Without secrets; long texts are truncated. */
  readonly input: unknown;
  readonly output: unknown;
  readonly latency_ms: number;
  /** The reference for the latency, if it was set. */
  readonly latency_ref_ms?: number | undefined;
  readonly occurred_at: string;
  /** Null when a required check gave no verdict. */
  readonly passed: boolean | null;
  /** The tool or the server reported an error. */
  readonly is_error: boolean;
  readonly checks: readonly Pick<CheckResult, 'id' | 'verdict' | 'reason'>[];
  /** The gate replaced the result with an error. */
  readonly was_replaced?: true | undefined;
}

/** A call without a verdict. */
interface UnjudgedCall {
  readonly kind: 'unjudged';
  readonly event_id: string;
  readonly agent_id: string;
  readonly tool: string;
  readonly latency_ms: number | null;
  readonly occurred_at: string;
  readonly reason: string;
}

/** Total number of lines dropped because the log was full. The last such line counts. */
interface DroppedLines {
  readonly kind: 'dropped';
  readonly count: number;
  readonly at: string;
}

/** Traffic that was forwarded and not inspected. */
interface MissedTraffic {
  readonly kind: 'missed';
  readonly bytes: number;
  readonly messages: number;
  /** Open calls whose answers can no longer be recognized; null if unknown. */
  readonly calls: number | null;
  readonly at: string;
}

export type LogLine = LoggedCall | UnjudgedCall | DroppedLines | MissedTraffic;
