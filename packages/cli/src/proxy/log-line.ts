import type { CheckResult } from '@assay/schema';

/** The first line of a log: whose it is. */
export interface LogHead {
  readonly kind: 'log';
  readonly version: 1;
  readonly started_at: string;
  /** Where its evaluations belong, by server and key; null when nobody was to be told. */
  readonly destination: string | null;
}

/** One call of a tool, as it is kept and sent. */
export interface LoggedCall {
  readonly kind: 'evaluation';
  readonly event_id: string;
  readonly agent_id: string;
  readonly tool: string;
  /** Without secrets, and cut where it is long. */
  readonly input: unknown;
  readonly output: unknown;
  readonly latency_ms: number;
  /** What that is measured against, where it was told. */
  readonly latency_ref_ms?: number | undefined;
  readonly occurred_at: string;
  /** Null when a required check could not say. */
  readonly passed: boolean | null;
  /** The tool, or the server in its place, said that it failed. */
  readonly is_error: boolean;
  readonly checks: readonly Pick<CheckResult, 'id' | 'verdict' | 'reason'>[];
  /** Where the result was kept from the client. */
  readonly was_replaced?: true | undefined;
}

/** A call that was seen and has no verdict. */
interface UnjudgedCall {
  readonly kind: 'unjudged';
  readonly event_id: string;
  readonly agent_id: string;
  readonly tool: string;
  readonly latency_ms: number | null;
  readonly occurred_at: string;
  readonly reason: string;
}

/** How many lines there was no room for, all in all. The newest line counts. */
interface DroppedLines {
  readonly kind: 'dropped';
  readonly count: number;
  readonly at: string;
}

/** What went by unseen, because looking was slower than the traffic. */
interface MissedBytes {
  readonly kind: 'missed';
  readonly bytes: number;
  readonly calls: number;
  readonly at: string;
}

export type LogLine = LoggedCall | UnjudgedCall | DroppedLines | MissedBytes;
