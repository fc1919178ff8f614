import { AxisScore, NotScored, ScorecardScore } from '../../../shared/cards/scores/score-card.tsx';
import type { Scores } from '../../../shared/scores.ts';

/** Both scores of a run, or the reason why it has none. */
export function ScorePair({ scores }: { scores: Scores }) {
  const { scorecard, scorecard_reason, axis, not_scored, colored } = scores;
  return (
    <section className="card score-pair" aria-label="Scores">
      {not_scored === null ? (
        <>
          <ScorecardScore scorecard={scorecard} reason={scorecard_reason} colored={colored} />
          <AxisScore axis={axis} colored={colored} />
        </>
      ) : (
        <NotScored reason={not_scored} />
      )}
    </section>
  );
}
