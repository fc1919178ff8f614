import type { Evidence, Grade, LatencyBaseline, Scorecard, ScorecardInput } from '@assay/schema';
import { scorecardInput } from '@assay/scoring';

/** The stored score of a run: the scorecard of its grade and its inputs. */
export interface ScoreRecord {
  readonly scorecard: Scorecard;
  readonly inputs: ScorecardInput;
}

/** Null if the run has no scorecard. Takes the scorecard of the grade; does not compute it again. */
export function buildScoreRecord(
  evidence: Evidence,
  { grade, baseline }: { readonly grade: Grade; readonly baseline: LatencyBaseline | null },
): ScoreRecord | null {
  const { scorecard, outcome, results } = grade;
  if (scorecard === null) return null;
  const inputs = scorecardInput(
    {
      evidence,
      results,
      ...(evidence.baseline === undefined && { baseline }),
      scorecard_weights: scorecard.weights,
    },
    outcome,
  );
  return { scorecard, inputs };
}
