import type { Scores } from '../../scores.ts';
import { GatesCard } from './gates-card.tsx';
import { AxisScore, NotScored, ScorecardScore } from './score-card.tsx';

/** The scores and gates of a run, or the reason why it has no scores. */
export function ScoresCard({ scores }: { scores: Scores }) {
  return (
    <div className="scores card">
      {scores.not_scored === null ? <BothScores scores={scores} /> : <NotScored reason={scores.not_scored} />}
      <GatesCard
        gates={scores.gates}
        judgment={scores.judgment}
        judge_gates={scores.judge_gates}
        counts={scores.not_scored === null}
        colored={scores.colored}
      />
    </div>
  );
}

function BothScores({ scores }: { scores: Scores }) {
  return (
    <>
      <ScorecardScore scorecard={scores.scorecard} reason={scores.scorecard_reason} colored={scores.colored} />
      <AxisScore axis={scores.axis} colored={scores.colored} />
    </>
  );
}
