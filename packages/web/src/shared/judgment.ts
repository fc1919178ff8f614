import type { FactCheck, Gates, Grade, Judgment } from '@assay/schema';
import type { ShownRun } from './run-view.ts';
import { type Tone, verdictTone } from './tone.ts';

/** A judgment with a verdict, and one without. */
export type Judged = Extract<Judgment, { status: 'judged' }>;
export type Unparseable = Extract<Judgment, { status: 'unparseable' }>;

interface Asked {
  readonly grade: Pick<ShownRun['grade'], 'judgment'>;
  readonly run?: Pick<NonNullable<ShownRun['run']>, 'judgment'> | undefined;
}

/** The judgment of a run; null if no judge was used. */
export const readJudgment = ({ grade, run }: Asked): Judgment | null => run?.judgment ?? grade.judgment ?? null;

/** A row that Assay itself found violated. The judge cannot override it. */
export const isContradicted = ({ status, by }: FactCheck): boolean => status === 'violated' && by === 'deterministic';

const RANKS = { violated: 1, unsupported: 2, satisfied: 3, not_applicable: 4 } as const;
const rankOf = (check: FactCheck): number => (isContradicted(check) ? 0 : RANKS[check.status]);

/** Orders the rows worst first, otherwise keeps their order. */
export const orderChecks = (checks: readonly FactCheck[]): FactCheck[] =>
  checks.toSorted((a, b) => rankOf(a) - rankOf(b));

/** The word of a gate with its tone and reason. */
export interface GateView {
  readonly word: string;
  readonly tone: Tone;
  readonly reason: string;
}

/** The judge gate. One that decides nothing has no color; without a verdict it shows why. */
export function viewJudgeGate(
  gates: Gates,
  { judgment, judge_gates = true }: Pick<Grade, 'judgment' | 'judge_gates'>,
): GateView {
  const own = { word: gates.judge ?? 'not asked', tone: verdictTone(gates.judge), reason: gates.reasons.judge };
  switch (judgment?.status) {
    case undefined:
      return own;
    case 'unparseable':
      return { word: 'UNPARSEABLE', tone: 'warn', reason: `no verdict: ${judgment.reason}, ${judgment.detail}` };
    case 'judged':
      if (judgment.standing !== 'probation')
        return judge_gates ? own : { ...own, tone: 'muted', reason: `${own.reason}; the scenario does not require it` };
      return {
        word: judgment.verdict,
        tone: 'muted',
        reason: `on probation, so not a gate; verdict ${judgment.verdict}`,
      };
  }
}
