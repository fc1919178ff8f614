import type { RunResult } from '@assay/schema';
import { formatDuration, formatScore, formatUsd } from '../format.ts';
import { toneOfOutcome, toneOfTier, toneOfVerdict } from '../tone.ts';
import { visibleLine } from '../visible.ts';

/** A run that Assay made, in a line. One without scores says so where they would be. */
export function MadeRow({ run }: { run: RunResult }) {
  const { scorecard, not_scored, overall } = run;
  return (
    <div className="run-row" data-made>
      <span className="run-score" data-tone={toneOfTier(scorecard?.tier ?? 'Unranked')}>
        <b>{formatScore(scorecard?.score ?? null)}</b> {scorecard?.tier ?? 'not scored'}
      </span>
      <span className="run-score" data-tone={not_scored === null ? toneOfVerdict(overall) : 'muted'}>
        <b>{overall}</b> scorers
      </span>
      <span className="run-name">
        <b>{visibleLine(run.scenario)}</b> <bdi>{visibleLine(whoOf(run))}</bdi>
      </span>
      <span className="pill" data-tone={toneOfOutcome(run)}>
        {run.outcome}
      </span>
      <span className="run-cost">{run.cost_usd === null ? 'cost unknown' : formatUsd(run.cost_usd)}</span>
      <span className="run-time">{formatDuration(run.wall_ms)}</span>
    </div>
  );
}

const whoOf = ({ agent, label, repeat }: RunResult): string =>
  [agent, ...(label === null ? [] : [label]), ...(repeat === 1 ? [] : [`repeat ${repeat}`])].join(' · ');
