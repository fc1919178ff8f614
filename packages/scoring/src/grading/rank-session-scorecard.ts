import type { Scorecard, SessionScorecard } from '@assay/schema';

const ENOUGH = 0.5;

/** The scorecard of a session: provisional and without a tier if less than half of its weight was measured. */
export function rankSessionScorecard(scorecard: Scorecard): SessionScorecard {
  const unknown_axes = Object.keys(scorecard.axes).filter((axis) =>
    scorecard.defaulted.some(({ what }) => what === axis || what.startsWith(`${axis}.`)),
  );
  const weights = Object.entries(scorecard.weights);
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const measured = weights.reduce((sum, [axis, weight]) => (unknown_axes.includes(axis) ? sum : sum + weight), 0);
  const provisional = measured < ENOUGH * all;
  return { ...scorecard, ...(provisional && { tier: 'Unranked' as const }), provisional, unknown_axes };
}
