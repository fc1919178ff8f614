import type { SessionRequest, WasteCause } from '@assay/schema';
import type { Change } from '../facts/changes.ts';
import type { VerificationState } from '../facts/verification.ts';
import type { Session, SessionStep } from '../session.ts';
import type { Cost } from '../waste/ledger.ts';

/** The input of a finding: a session and its facts. */
export interface FindingScope {
  readonly session: Session;
  readonly requests: readonly SessionRequest[];
  /** Of the last change of code in the session. */
  readonly state: VerificationState;
  readonly changes: readonly Change[];
  readonly causes: ReadonlyMap<string, WasteCause>;
  costOf(refs: readonly string[]): Cost;
}

/** A finding before its cost is known. */
interface Draft {
  /** A sentence without its full stop. */
  readonly message: string;
  /** What to do about it: an imperative sentence. */
  readonly advice: string;
  readonly refs: readonly string[];
  /** Its cost, if it is not that of the interactions. */
  readonly cost?: Cost;
}

/** One kind of finding. Kinds are independent of each other. */
export interface FindingRule {
  readonly kind: string;
  find(scope: FindingScope): Draft[];
}

export const refsOf = (steps: readonly SessionStep[]): string[] => steps.map(({ interaction }) => interaction.id);

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
