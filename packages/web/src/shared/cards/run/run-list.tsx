import type { GradedTranscript, ReportedRun, RunResult } from '@assay/schema';
import { wasteShares } from '@assay/scoring';
import { formatDuration, formatNoun, formatPercent, formatScore, formatUsd } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { hasColor, scoreTone } from '../../result.ts';
import { bandTone, tierTone } from '../../tone.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { StatePills } from '../session/state-pills.tsx';
import { ResultWord } from './result-word.tsx';

interface Props {
  readonly runs: readonly ReportedRun[];
  readonly open: number;
  readonly onOpen: (run: number) => void;
}

/** The runs of a report with their scores. */
export function RunList({ runs, open, onOpen }: Props) {
  const narrow = useMedia('(max-width: 640px)');
  return (
    <Card title={formatNoun(runs.length, 'run')}>
      <div className="run-list">
        <VirtualList
          label="Runs"
          count={runs.length}
          rowHeight={narrow ? 66 : 42}
          selected={open}
          onOpen={onOpen}
          renderRow={(row) => <RunRow reported={runs[row]} />}
        />
      </div>
    </Card>
  );
}

function RunRow({ reported }: { reported: ReportedRun | undefined }) {
  if (reported === undefined) return null;
  return reported.run === undefined ? <ReadRow grade={reported.grade} /> : <ExecutedRunRow run={reported.run} />;
}

/** One row for a graded transcript. Nothing was checked, so nothing is green. */
function ReadRow({ grade }: { grade: GradedTranscript }) {
  const wasted = (wasteShares(grade.waste, 'money') ?? wasteShares(grade.waste, 'time'))?.wasted ?? null;
  return (
    <div className="run-row">
      <span className="run-result">
        <StatePills {...grade} />
      </span>
      <span className="run-score" data-tone="muted">
        {wasted === null ? (
          'waste unknown'
        ) : (
          <>
            <b>{formatPercent(wasted)}</b> waste
          </>
        )}
      </span>
      <span className="run-score" data-tone="muted">
        {describeCorrections(grade)}
      </span>
      <span className="run-name">
        <b>{visibleLine(grade.agent)}</b> <bdi>{visibleLine(grade.source)}</bdi>
      </span>
      <span className="run-cost">{grade.cost_usd === null ? 'cost unknown' : formatUsd(grade.cost_usd)}</span>
      <span className="run-time">{formatDuration(grade.wall_ms)}</span>
    </div>
  );
}

function describeCorrections({ requests }: GradedTranscript): string {
  const corrections = requests.reduce((all, request) => all + request.corrections.length, 0);
  return corrections === 0 ? 'no corrections' : formatNoun(corrections, 'correction');
}

/** One row for a run that Assay executed: its result, then its numbers. */
function ExecutedRunRow({ run }: { run: RunResult }) {
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
