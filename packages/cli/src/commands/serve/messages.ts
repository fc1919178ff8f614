import type { ProcessMetrics } from '@assay/server';

/** What the first process prints when it serves. */
export interface Served {
  readonly url: string;
  readonly otlp_url: string;
  readonly link: string | null;
  readonly first_key: string | null;
}

/** From a server process to its supervisor. */
export type FromServer =
  | { readonly kind: 'serving'; readonly served: Served }
  | { readonly kind: 'alive' }
  /** Asks for the metrics of all processes. */
  | { readonly kind: 'ask_metrics'; readonly question: number }
  | { readonly kind: 'own_metrics'; readonly question: string; readonly text: string };

/** From the supervisor to a server process. */
export type ToServer =
  | { readonly kind: 'stop' }
  | { readonly kind: 'ask_own_metrics'; readonly question: string }
  | { readonly kind: 'metrics'; readonly question: number; readonly all: readonly ProcessMetrics[] };

/** A process is alive if it says so within this time. A frozen one is killed and started again. */
export const ALIVE_MS = 2_000;
export const SILENT_MS = 20_000;
