import type { EvaluationCheck } from '@assay/schema';

export type CheckType = EvaluationCheck['type'];
type CheckSpec<Type extends CheckType> = Extract<EvaluationCheck, { type: Type }>;

/** What there is to look at. */
export interface CheckSubject {
  readonly output: unknown;
  readonly input?: unknown;
  readonly tool?: string | undefined;
  readonly latency_ms?: number | undefined;
  readonly cost_usd?: number | undefined;
  readonly expected_outcome?: 'completion' | 'refusal' | undefined;
  /** The output as one text; worked out once for all checks. */
  readonly text: string;
}

export interface CheckAnswer {
  readonly verdict: 'PASS' | 'FAIL' | 'N/A';
  readonly reason: string;
}

/** Counts what work is left. Whoever may be made to work long by what they are given has to ask here first. */
export interface Budget {
  /** Throws `CheckFault` when that much is not left. */
  spend(steps: number): void;
}

/** One kind of check: what it looks for, in what it is given. */
export interface Check<Type extends CheckType = CheckType> {
  readonly type: Type;
  readonly title: string;
  readonly description: string;
  /** Throws `CheckFault` when it cannot say. */
  check(spec: CheckSpec<Type>, subject: CheckSubject, budget: Budget): CheckAnswer;
}

/** States a check, its types kept. */
export const defineCheck = <const Type extends CheckType>(check: Check<Type>): Check<Type> => Object.freeze(check);

export const pass = (reason: string): CheckAnswer => ({ verdict: 'PASS', reason });
export const fail = (reason: string): CheckAnswer => ({ verdict: 'FAIL', reason });
export const notApplicable = (reason: string): CheckAnswer => ({ verdict: 'N/A', reason });

/** Why a check cannot say: what it was told to look for makes no sense, or takes too long to look for. */
export class CheckFault extends Error {
  override readonly name = 'CheckFault';
}
