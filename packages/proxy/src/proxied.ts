import type { Inspection } from './inspect/inspection.ts';
import type { Signals } from './signals.ts';

/** `observe` forwards everything unchanged; `gate` replaces failing results with errors. */
export type Mode = 'observe' | 'gate';

/** What both transports need. */
export interface ProxiedOptions {
  readonly mode: Mode;
  readonly inspection: Inspection;
  /** How long the server may be silent after its client has left. */
  readonly grace_ms: number;
  /** Prints a line for the user. */
  readonly tell: (text: string) => void;
  readonly signals: Signals;
  /** Aborted when the proxy must end at once. */
  readonly stop: AbortSignal;
}
