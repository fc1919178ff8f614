import type { Outcome, Result, RunId, ScorerVerdict, Tier } from '@assay/schema';

/** What happens to a run while a worker has it, and to the worker itself. */
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
  /** Somebody cancelled it, or another worker has it now: whatever came of it here is thrown away. */
  | { readonly kind: 'dropped'; readonly run_id: RunId; readonly reason: string }
  /** It could not be executed here and waits for another try. */
  | { readonly kind: 'failed'; readonly run_id: RunId; readonly problem: string }
  /** It will not be tried again. */
  | { readonly kind: 'abandoned'; readonly run_id: RunId; readonly problem: string }
  /** The worker was told to stop at once. */
  | { readonly kind: 'returned'; readonly run_id: RunId }
  /** Told to stop: takes nothing new, and finishes so many. */
  | { readonly kind: 'draining'; readonly running: number }
  /** Something in the background did not work and is tried again. */
  | { readonly kind: 'trouble'; readonly problem: string };
