import type { AxisResult, Gates, Insight, Judgment, ReportedRun, Scorecard } from '@assay/schema';
import { readInsights } from './insights.ts';
import { readJudgment } from './judgment.ts';
import { hasColor } from './result.ts';

/** The scores of a run, or the reasons why it has none. */
export interface Scores {
  readonly scorecard: Scorecard | null;
  readonly scorecard_reason: string | null;
  readonly axis: AxisResult | null;
  readonly insights: readonly Insight[];
  readonly gates: Gates;
  readonly judgment: Judgment | null;
  readonly judge_gates: boolean;
  readonly not_scored: string | null;
  /** Whether they have color: only if the run passed. */
  readonly colored: boolean;
}

/** The scores of an executed run, or those of a graded transcript, which was not checked. */
export function reportedScores({ grade, run }: ReportedRun): Scores {
  const judgment = readJudgment({ grade, run });
  if (run === undefined) {
    const { scorecard, scorecard_reason, axis, gates } = grade;
    const insights = readInsights(axis, grade.insights);
    return {
      scorecard,
      scorecard_reason,
      axis,
      insights,
      gates,
      judgment,
      judge_gates: false,
      not_scored: null,
      colored: false,
    };
  }
  const { scorecard, scorecard_reason, axis, gates, not_scored } = run;
  return {
    ...{ scorecard, scorecard_reason, axis, gates, judgment },
    judge_gates: run.judge_gates ?? true,
    insights: readInsights(axis, run.insights),
    not_scored: not_scored?.reason ?? null,
    colored: hasColor(run),
  };
}
