import type { FactCheck, Gates, Judgment } from '@assay/schema';
import type { ShownRun } from './run-view.ts';
import { type Tone, toneOfVerdict } from './tone.ts';

/** An opinion with a verdict, and one without. */
export type Judged = Extract<Judgment, { status: 'judged' }>;
export type Unparseable = Extract<Judgment, { status: 'unparseable' }>;

interface Asked {
  readonly grade: Pick<ShownRun['grade'], 'judgment'>;
  readonly run?: Pick<NonNullable<ShownRun['run']>, 'judgment'> | undefined;
}

/** What a judge said of a run; null where none was asked. */
export const judgmentOf = ({ grade, run }: Asked): Judgment | null => run?.judgment ?? grade.judgment ?? null;

/** A row that Assay checked itself and found broken. It stands, whatever the judge says. */
export const isContradicted = ({ status, by }: FactCheck): boolean => status === 'violated' && by === 'deterministic';

const RANKS = { violated: 1, unsupported: 2, satisfied: 3, not_applicable: 4 } as const;
const rankOf = (check: FactCheck): number => (isContradicted(check) ? 0 : RANKS[check.status]);

/** The rows of a matrix with the worst first, otherwise in their order. */
export const orderChecks = (checks: readonly FactCheck[]): FactCheck[] =>
  checks.toSorted((a, b) => rankOf(a) - rankOf(b));

/** What a gate says, how that is to be felt about, and why. */
export interface GateView {
  readonly word: string;
  readonly tone: Tone;
  readonly reason: string;
}

/** The judge among the gates. One on probation is heard and decides nothing; one without a verdict says why. */
export function viewJudgeGate(gates: Gates, judgment: Judgment | null): GateView {
  const own = { word: gates.judge ?? 'not asked', tone: toneOfVerdict(gates.judge), reason: gates.reasons.judge };
  switch (judgment?.status) {
    case undefined:
      return own;
    case 'unparseable':
      return { word: 'UNPARSEABLE', tone: 'warn', reason: `no verdict: ${judgment.reason}, ${judgment.detail}` };
    case 'judged':
      if (judgment.standing !== 'probation') return own;
      return {
        word: judgment.verdict,
        tone: 'muted',
        reason: `on probation, so not a gate; verdict ${judgment.verdict}`,
      };
  }
}
