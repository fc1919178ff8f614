import type { AxisWeights } from '@assay/schema';
import { competitionV1 } from './decisions/competition.v1.ts';
import { competitionV2 } from './decisions/competition.v2.ts';
import { gatesV1 } from './decisions/gates.v1.ts';
import { promotionV1 } from './decisions/promotion.v1.ts';
import { resultV1 } from './decisions/result.v1.ts';
import { sequentialV1 } from './decisions/sequential.v1.ts';
import { sequentialV2 } from './decisions/sequential.v2.ts';
import { verdictV1 } from './decisions/verdict.v1.ts';
import { verdictV2 } from './decisions/verdict.v2.ts';
import { verdictV3 } from './decisions/verdict.v3.ts';
import { chooseVersion, compute, type Formula, findVersions } from './formula.ts';
import { axisV1 } from './formulas/axis.v1.ts';
import { axisV2 } from './formulas/axis.v2.ts';
import { axisV3 } from './formulas/axis.v3.ts';
import { axisCalibrateV1 } from './formulas/axis-calibrate.v1.ts';
import { axisCalibrateV2 } from './formulas/axis-calibrate.v2.ts';
import { axisSpeedV1 } from './formulas/axis-speed.v1.ts';
import { compositeV1 } from './formulas/composite.v1.ts';
import { rateV1 } from './formulas/rate.v1.ts';
import { reputationV1 } from './formulas/reputation.v1.ts';
import { scorecardV2 } from './formulas/scorecard.v2.ts';
import { classifyV1 } from './interactions/classify.v1.ts';
import { interactionsV1 } from './interactions/interactions.v1.ts';

/** Every formula, in documentation order; versions of one formula oldest first. */
export const FORMULAS: readonly Formula[] = [
  scorecardV2,
  axisV1,
  axisV2,
  axisV3,
  axisSpeedV1,
  axisCalibrateV1,
  axisCalibrateV2,
  compositeV1,
  verdictV1,
  verdictV2,
  verdictV3,
  sequentialV1,
  sequentialV2,
  promotionV1,
  competitionV1,
  competitionV2,
  reputationV1,
  resultV1,
  gatesV1,
  rateV1,
  interactionsV1,
  classifyV1,
];

/** The versions that `formula` or `formula@version` refers to, oldest first; throws `unknown_formula`. */
export function findFormulas(reference: string): readonly Formula[] {
  return findVersions(FORMULAS, reference);
}

/** Computes `formula` or `formula@version` on unknown data; throws `unknown_formula` or `invalid_input`. */
export function score(reference: string, data: unknown): object {
  return compute(chooseVersion(findFormulas(reference), data), data);
}

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
