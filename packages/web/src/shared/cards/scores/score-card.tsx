import type { AxisResult, Scorecard } from '@assay/schema';
import { Gauge } from '../../charts/gauge.tsx';
import { scoreTone } from '../../result.ts';
import { bandTone, type Tone, tierTone } from '../../tone.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface ScorecardProps {
  readonly scorecard: Scorecard | null;
  readonly reason: string | null;
  /** Whether the run passed: otherwise its scores have no color. */
  readonly colored: boolean;
}

/** The scorecard of a run with its tier; without a score, `Unranked` and the reason. */
export function ScorecardScore({ scorecard, reason, colored }: ScorecardProps) {
  if (scorecard === null)
    return <Score name="Scorecard" score={null} tone="muted" word="Unranked" notes={[reason ?? 'No score']} />;
  const notes = [`formula ${scorecard.formula} ${scorecard.formula_version}`, ...(reason === null ? [] : [reason])];
  return (
    <Score
      name="Scorecard"
      score={scorecard.score}
      tone={scoreTone(tierTone(scorecard.tier), colored)}
      word={scorecard.tier}
      notes={notes}
    />
  );
}

/** The AXIS result of a run with its band. A missing or partial result is marked. */
export function AxisScore({ axis, colored }: { axis: AxisResult | null; colored: boolean }) {
  if (axis === null) return <Score name="AXIS" score={null} tone="muted" word="No score" notes={['not scored']} />;
  const notes = [
    axis.partial ? 'Partial: at least one dimension has no score.' : `formula ${axis.formula} ${axis.formula_version}`,
    ...(axis.reason === undefined ? [] : [axis.reason]),
  ];
  return (
    <Score
      name="AXIS"
      score={axis.score}
      tone={scoreTone(bandTone(axis.band), colored)}
      word={axis.band ?? 'No score'}
      badge={axis.partial ? 'partial' : null}
      notes={notes}
    />
  );
}

/** Shown in place of the scores of a run that has none. */
export function NotScored({ reason }: { reason: string }) {
  return <Score name="Scorecard and AXIS" score={null} tone="muted" word="Unranked" notes={[reason]} />;
}

interface ScoreProps {
  readonly name: string;
  readonly score: number | null;
  readonly tone: Tone;
  readonly word: string;
  readonly badge?: string | null;
  readonly notes: readonly string[];
}

function Score({ name, score, tone, word, badge = null, notes }: ScoreProps) {
  return (
    <div className="score">
      <Gauge score={score} tone={tone} />
      <div>
        <h2 className="score-name">{name}</h2>
        <p className="score-word" data-tone={tone}>
          {word} {badge === null ? null : <span className="badge">{badge}</span>}
        </p>
        {notes.map((note) => (
          <p className="note" key={note}>
            <UntrustedText text={note} />
          </p>
        ))}
      </div>
    </div>
  );
}
