import type { RunView } from '../../run-view.ts';
import type { Scores } from '../../scores.ts';
import type { OpenInteraction } from '../parts/references.tsx';
import { DimensionsCard } from './dimensions-card.tsx';
import { InsightsCard } from './insights-card.tsx';
import { LedgerCard } from './ledger-card.tsx';

interface Props {
  readonly scores: Scores;
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** Dimensions, insights and ledgers; nothing without scores. */
export function ScoreBreakdown({ scores: { scorecard, axis, insights }, view, open }: Props) {
  if (scorecard === null && axis === null) return null;
  return (
    <div className="pair">
      {axis === null ? null : (
        <div className="stack">
          <DimensionsCard axis={axis} />
          <InsightsCard insights={insights} view={view} open={open} />
        </div>
      )}
      <div className="stack">
        {scorecard === null ? null : <LedgerCard title="Scorecard ledger" result={scorecard} view={view} open={open} />}
        {axis === null ? null : <LedgerCard title="AXIS ledger" result={axis} view={view} open={open} />}
      </div>
    </div>
  );
}
