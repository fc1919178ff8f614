import type { RunResult } from '@assay/schema';
import { formatDuration, formatScore, formatUsd } from '../../format.ts';
import { hasColor, scoreTone } from '../../result.ts';
import { bandTone, tierTone } from '../../tone.ts';
import { visibleLine } from '../../visible.ts';
import { ResultWord } from './result-word.tsx';

/** One row for a run that Assay executed: its result, then its numbers. */
export function ExecutedRunRow({ run }: { run: RunResult }) {
  const { scorecard, axis } = run;
  const tier = scorecard?.tier ?? 'Unranked';
  const colored = hasColor(run);
  return (
    <div className="run-row">
      <span className="run-result" title={visibleLine(run.result_reason.message)}>
        <ResultWord decided={run} short />
      </span>
      <span className="run-score" data-tone={scoreTone(tierTone(tier), colored)}>
        <b>{formatScore(scorecard?.score ?? null)}</b> {tier}
      </span>
      <span className="run-score" data-tone={scoreTone(bandTone(axis?.band ?? null), colored)}>
        <b>{formatScore(axis?.score ?? null)}</b> AXIS {axis?.partial ? 'partial' : ''}
      </span>
      <span className="run-name">
        <b>{visibleLine(run.scenario)}</b> <bdi>{visibleLine(whoOf(run))}</bdi>
      </span>
      <span className="run-cost">{run.cost_usd === null ? 'cost unknown' : formatUsd(run.cost_usd)}</span>
      <span className="run-time">{formatDuration(run.wall_ms)}</span>
    </div>
  );
}

const whoOf = ({ agent, label, repeat }: RunResult): string =>
  [agent, ...(label === null ? [] : [label]), ...(repeat === 1 ? [] : [`repeat ${repeat}`])].join(' · ');
