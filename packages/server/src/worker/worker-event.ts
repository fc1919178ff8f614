import type { Outcome, Result, RunId, ScorerVerdict, Tier } from '@assay/schema';

/** An event of a worker or of a run it holds. */
export type WorkerEvent =
  | { readonly kind: 'ready'; readonly worker: string; readonly concurrency: number }
  | { readonly kind: 'taken'; readonly run_id: RunId; readonly attempt: number }
  | { readonly kind: 'step'; readonly run_id: RunId; readonly step: string }
  | {
      readonly kind: 'finished';
      readonly run_id: RunId;
      readonly scenario: string;
      readonly agent_id: string;
      readonly result: Result | null;
      readonly outcome: Outcome | null;
      readonly overall: ScorerVerdict | null;
      readonly score: number | null;
      readonly tier: Tier | null;
      readonly wall_ms: number | null;
    }
  /** It was canceled, or another worker has it: its result here is discarded. */
  | { readonly kind: 'dropped'; readonly run_id: RunId; readonly reason: string }
  /** It could not be executed here and waits for a retry. */
  | { readonly kind: 'failed'; readonly run_id: RunId; readonly problem: string }
  /** It will not be retried. */
  | { readonly kind: 'abandoned'; readonly run_id: RunId; readonly problem: string }
  /** The worker was told to stop at once. */
  | { readonly kind: 'returned'; readonly run_id: RunId }
  /** Told to stop: takes nothing new and finishes `running` runs. */
  | { readonly kind: 'draining'; readonly running: number }
  /** Queued runs that no worker takes, and why. */
  | { readonly kind: 'stranded'; readonly runs: number; readonly reason: string }
  /** A background error; it is retried. */
  | { readonly kind: 'trouble'; readonly problem: string };

/** The event of an error that is retried. */
export const describeTrouble = (error: unknown): WorkerEvent => ({
  kind: 'trouble',
  problem: error instanceof Error ? error.message : String(error),
});
