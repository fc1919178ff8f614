import type { Evidence, Grade, LatencyBaseline, Scorecard, ScorecardInput } from '@assay/schema';
import { scorecardInput } from '@assay/scoring';

/** What is kept of the score of a run: the scorecard of its grade, and what that was computed from. */
export interface KeptScore {
  readonly scorecard: Scorecard;
  readonly inputs: ScorecardInput;
}

/** Null when the run has no scorecard. A run has one grade: nothing is computed a second time here. */
export function keptScore(
  evidence: Evidence,
  { grade, baseline }: { readonly grade: Grade; readonly baseline: LatencyBaseline | null },
): KeptScore | null {
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
