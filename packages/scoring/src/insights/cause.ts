import type { RubricGrade } from '@assay/schema';
import type { HeuristicContext, Step } from '../heuristic/context.ts';

/** The input of a cause: the interactions of one dimension, and which of them lowered the signal. */
export interface CauseScope {
  readonly context: HeuristicContext;
  /** The steps of the dimension, in order. */
  readonly steps: readonly Step[];
  /** Whether an interaction lowered the signal; always true when the signal describes the whole run. */
  isLosing(step: Step): boolean;
  readonly signal: string;
  /** The value of the signal, 0–1. */
  readonly value: number;
  readonly rubric: readonly (RubricGrade & { readonly reason?: string })[];
}

/** A cause that was found: a clause of a sentence, and its steps. */
export interface FoundCause {
  readonly words: string;
  readonly steps: readonly Step[];
  /** Other references. */
  readonly refs?: readonly string[];
}

/** One way to lose points, in words. Causes are independent of each other. */
export interface Cause {
  readonly id: string;
  readonly signals: readonly string[];
  find(scope: CauseScope): FoundCause | null;
}
