import type { RubricGrade } from '@assay/schema';
import type { HeuristicContext, Step } from '../heuristic/context.ts';

/** What a cause may look at: the interactions of one dimension, and which of them lowered the signal in question. */
export interface Scope {
  readonly context: HeuristicContext;
  /** Those the dimension looks at, in order. */
  readonly steps: readonly Step[];
  /** Whether an interaction lowered the signal; always true where the signal is about the run as a whole. */
  isLosing(step: Step): boolean;
  readonly signal: string;
  /** The value of the signal, 0–1. */
  readonly value: number;
  readonly rubric: readonly (RubricGrade & { readonly reason?: string })[];
}

/** A cause that was found: a clause of a sentence, and what it is about. */
export interface Found {
  readonly words: string;
  readonly steps: readonly Step[];
  /** What else it refers to. */
  readonly refs?: readonly string[];
}

/** One way to lose points, in words. Causes do not know of each other. */
export interface Cause {
  readonly id: string;
  readonly signals: readonly string[];
  find(scope: Scope): Found | null;
}
