import type { GradedTranscript, ReportedRun } from '@assay/schema';
import { formatDuration, formatNoun, formatScore, formatUsd } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { answerTone } from '../../result.ts';
import { endTone } from '../../tone.ts';
import { visibleLine } from '../../visible.ts';
import { Card } from '../parts/card.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { ExecutedRunRow } from './executed-run-row.tsx';

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
  const { scorecard, axis, end } = grade;
  return (
    <div className="run-row">
      <span className="run-result">
        <span className="pill" data-tone={answerTone(endTone(end.status), false)}>
          {end.status}
        </span>
      </span>
      <span className="run-score" data-tone="muted">
        <b>{formatScore(scorecard?.score ?? null)}</b> {scorecard?.tier ?? 'Unranked'}
      </span>
      <span className="run-score" data-tone="muted">
        <b>{formatScore(axis.score)}</b> AXIS {axis.partial ? 'partial' : ''}
      </span>
      <span className="run-name">
        <b>{visibleLine(grade.agent)}</b> <bdi>{visibleLine(grade.source)}</bdi>
      </span>
      <span className="run-cost">{grade.cost_usd === null ? 'cost unknown' : formatUsd(grade.cost_usd)}</span>
      <span className="run-time">{formatDuration(grade.wall_ms)}</span>
    </div>
  );
}
