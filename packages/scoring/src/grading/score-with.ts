import type { AxisWeights } from '@assay/schema';
import { score } from '../registry.ts';

/** Formula settings of a configuration. */
export interface ScoringChoice {
  /** Versions to use instead of the newest, by formula. */
  readonly formulas?: Readonly<Record<string, string>>;
  /** Weights of the AXIS dimensions. */
  readonly weights?: AxisWeights | undefined;
}

/** Computes formulas by name, in the configured version or the newest. */
export const scoreWith =
  ({ formulas = {} }: ScoringChoice) =>
  (formula: string, data: unknown): object =>
    score(Object.hasOwn(formulas, formula) ? `${formula}@${formulas[formula]}` : formula, data);
