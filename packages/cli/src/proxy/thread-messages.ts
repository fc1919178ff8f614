import type { MessagePort } from 'node:worker_threads';
import type { AgentId, EvaluationCheck } from '@assay/schema';
import type { Destination } from './destination.ts';
import type { Piece } from './split-messages.ts';
import type { TrailState } from './trail.ts';

export type Side = 'client' | 'server';

/** What happens to a line of the server on its way to the client. */
export type Decision =
  | { readonly action: 'pass' }
  | { readonly action: 'withhold' }
  | { readonly action: 'replace'; readonly text: string };

/** What the thread needs to know before it begins. */
export interface ThreadOptions {
  readonly agent_id: AgentId | undefined;
  readonly latency_ref_ms: number | undefined;
  /** Undefined: those that every evaluation has which names none. */
  readonly checks: readonly EvaluationCheck[] | undefined;
  readonly folder: string;
  readonly destination: Destination | null;
  /** Whether anybody waits for what it says. */
  readonly is_awaited: boolean;
  /** When the clock of the proxy was zero. */
  readonly time_origin: number;
  /** Where what went by is found. */
  readonly trails: Readonly<Record<Side, MessagePort>>;
  readonly state: TrailState;
}

/** How much of what either side said went by unseen. */
export type Missed = Readonly<Record<Side, number>>;

export type ToThread =
  | { readonly kind: 'decide'; readonly piece: Omit<Piece, 'bytes'> & { readonly bytes: Uint8Array | null } }
  | { readonly kind: 'end'; readonly at: number };

export type FromThread =
  | { readonly kind: 'looked' }
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'ended'; readonly dropped: number };
