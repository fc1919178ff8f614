import type { AgentId, EvaluationCheck } from '@assay/schema';
import type { Destination } from '../deliver/destination.ts';
import type { Piece } from '../messages/split-messages.ts';

/** Who sent something: the MCP client or the MCP server. */
export type Side = 'client' | 'server';

/** What happens to a line of the server on its way to the client. */
export type Decision =
  | { readonly action: 'pass' }
  | { readonly action: 'withhold' }
  | { readonly action: 'replace'; readonly text: string };

/** What the worker needs to start. */
export interface WorkerOptions {
  readonly agent_id: AgentId | undefined;
  readonly latency_ref_ms: number | undefined;
  /** Undefined: the default checks. */
  readonly checks: readonly EvaluationCheck[] | undefined;
  readonly folder: string;
  readonly destination: Destination | null;
  /** When the clock of the proxy was zero, in milliseconds since 1970. */
  readonly time_origin: number;
}

/** An amount of traffic. */
export interface TrafficAmount {
  readonly bytes: number;
  /** Lines that end within those bytes. */
  readonly messages: number;
}

/** Traffic of one side that was forwarded but not inspected. */
export interface SkippedTraffic extends TrafficAmount {
  /** Whether it ends inside a message whose rest follows. */
  readonly is_cut: boolean;
}

export type Skipped = Readonly<Record<Side, SkippedTraffic>>;

export type ToWorker =
  | {
      readonly kind: 'traffic';
      readonly side: Side;
      readonly bytes: Uint8Array;
      readonly messages: number;
      readonly at: number;
    }
  | { readonly kind: 'skipped'; readonly skipped: Skipped; readonly at: number }
  | { readonly kind: 'decide'; readonly piece: Omit<Piece, 'bytes'> & { readonly bytes: Uint8Array | null } }
  | { readonly kind: 'end'; readonly at: number };

export type FromWorker =
  | ({ readonly kind: 'inspected' } & TrafficAmount)
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'ended'; readonly dropped: number };
