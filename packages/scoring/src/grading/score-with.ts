import type { AxisWeights } from '@assay/schema';
import { score } from '../registry.ts';

/** What a configuration asks of formulas. */
export interface ScoringChoice {
  /** Versions to use instead of the newest, by formula. */
  readonly formulas?: Readonly<Record<string, string>>;
  /** Of the dimensions of the AXIS result. */
  readonly weights?: AxisWeights | undefined;
}

/** Computes formulas by name, each in the version that was asked for, or else in the newest. */
export const scoreWith =
  ({ formulas = {} }: ScoringChoice) =>
  (formula: string, data: unknown): object =>
    score(Object.hasOwn(formulas, formula) ? `${formula}@${formulas[formula]}` : formula, data);
