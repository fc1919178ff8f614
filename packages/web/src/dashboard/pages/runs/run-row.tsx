import type { RunSummary } from '@assay/schema/api';
import { memo } from 'react';
import { formatCents, formatDuration, formatInstant, formatScore, NO_NUMBER } from '../../../shared/format.ts';
import { answerTone, hasColor, scoreTone } from '../../../shared/result.ts';
import { tierTone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { formatAgo } from '../../format-ago.ts';
import { RunWord } from './run-word.tsx';
import { gateMarks, judgeWord, readDecision, type TonedWord } from './verdicts.ts';

interface Props {
  readonly run: RunSummary;
  readonly now: number;
  readonly chosen: boolean;
  /** Null for read-only keys. */
  readonly choose: ((run_id: string) => void) | null;
}

/** One run; the whole row is a link. */
export const RunRow = memo(function RunRow({ run, now, chosen, choose }: Props) {
  const { run_id, scenario, label, agent_id, model } = run;
  const decided = readDecision(run);
  const colored = hasColor(decided);
  const tier = scoreTone(tierTone(run.tier ?? 'Unranked'), colored);
  const reason = decided === null ? undefined : visibleLine(decided.result_reason.message);
  return (
    <>
      <td className="cell-choose">
        {choose === null ? null : (
          <input
            type="checkbox"
            checked={chosen}
            aria-label={`Select the run of ${visibleLine(scenario)}, ${run_id}`}
            onChange={() => choose(run_id)}
          />
        )}
      </td>
      <td className="cell-standing" title={reason}>
        <RunWord run={run} short />
      </td>
      <td className="cell-score" data-tone={tier} title={run.score === null ? reason : undefined}>
        <b>{formatScore(run.score)}</b> {run.tier ?? ''}
      </td>
      <td className="cell-axis">
        <b>{formatScore(run.axis_score)}</b>
      </td>
      <td className="cell-judge">
        <JudgeWord said={judgeWord(run)} colored={colored} />
      </td>
      <td className="cell-gates">
        <Gates run={run} />
      </td>
      <td className="cell-name">
        {/* a plain link, followed by the list: a router link would render again on every URL change */}
        <a href={`/runs/${run_id}`} className="row-link">
          <bdi>{visibleLine(scenario)}</bdi>
        </a>
        {label === null ? null : <bdi className="tag">{visibleLine(label)}</bdi>}
        {reason === undefined || colored ? null : (
          <span className="run-why note" title={reason}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </td>
      <td className="cell-agent">
        <bdi>{visibleLine(agent_id)}</bdi> {model === null ? null : <bdi className="note">{visibleLine(model)}</bdi>}
      </td>
      <td className="cell-cost">
        {run.cost_usd_micros === null ? NO_NUMBER : formatCents(run.cost_usd_micros / 1_000_000)}
      </td>
      <td className="cell-time">{run.wall_ms === null ? NO_NUMBER : formatDuration(run.wall_ms)}</td>
      <td className="cell-when">
        <time dateTime={run.created_at} title={formatInstant(run.created_at)}>
          {formatAgo(run.created_at, now)}
        </time>
      </td>
    </>
  );
});

/** A verdict has a color; a missing verdict has none. */
function JudgeWord({ said: { word, tone }, colored }: { said: TonedWord; colored: boolean }) {
  return (
    <span className={tone === 'muted' ? 'note' : 'word'} data-tone={answerTone(tone, colored)}>
      {word}
    </span>
  );
}

function Gates({ run }: { run: RunSummary }) {
  return (
    <span className="gate-marks">
      {gateMarks(run).map(({ gate, word, tone, glyph }) => (
        <span key={gate} className="gate-mark" data-tone={tone} title={`${gate}: ${word}`}>
          <span aria-hidden="true">{glyph}</span>
          <span className="unseen">
            {gate} {word}
          </span>
        </span>
      ))}
      {run.disagreement === null ? null : (
        <span className="gate-differ" title={run.disagreement.replaceAll('_', ' ')}>
          <span aria-hidden="true">≠</span>
          <span className="unseen">{run.disagreement.replaceAll('_', ' ')}</span>
        </span>
      )}
    </span>
  );
}
