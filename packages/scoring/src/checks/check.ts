import type { EvaluationCheck } from '@assay/schema';

export type CheckType = EvaluationCheck['type'];
type CheckSpec<Type extends CheckType> = Extract<EvaluationCheck, { type: Type }>;

/** The input of a check. */
export interface CheckSubject {
  readonly output: unknown;
  readonly input?: unknown;
  readonly tool?: string | undefined;
  readonly latency_ms?: number | undefined;
  readonly cost_usd?: number | undefined;
  readonly expected_outcome?: 'completion' | 'refusal' | undefined;
  /** The output as one text, computed once for all checks. */
  readonly text: string;
}

export interface CheckAnswer {
  readonly verdict: 'PASS' | 'FAIL' | 'N/A';
  readonly reason: string;
}

/** Limits the work of a check. Code whose run time depends on its input must spend steps first. */
export interface Budget {
  /** Throws `CheckError` when fewer steps are left. */
  spend(steps: number): void;
}

/** One kind of check. */
export interface Check<Type extends CheckType = CheckType> {
  readonly type: Type;
  readonly title: string;
  readonly description: string;
  /** Throws `CheckError` when it cannot decide. */
  check(spec: CheckSpec<Type>, subject: CheckSubject, budget: Budget): CheckAnswer;
}

/** Defines a check and keeps its types. */
export const defineCheck = <const Type extends CheckType>(check: Check<Type>): Check<Type> => Object.freeze(check);

export const pass = (reason: string): CheckAnswer => ({ verdict: 'PASS', reason });
export const fail = (reason: string): CheckAnswer => ({ verdict: 'FAIL', reason });
export const notApplicable = (reason: string): CheckAnswer => ({ verdict: 'N/A', reason });

/** Why a check cannot decide: its specification is invalid or takes too much work. */
export class CheckError extends Error {
  override readonly name = 'CheckFault';
}
