import type { AxisResult, GradedTranscript } from '@assay/schema';
import { Gauge } from '../charts/gauge.tsx';
import { type Tone, toneOfBand, toneOfTier } from '../tone.ts';
import { Said } from './said.tsx';

/** The two scores of a run, each with its word; one that is missing or partial says so. */
export function ScorecardScore({ grade }: { grade: GradedTranscript }) {
  const { scorecard, scorecard_reason } = grade;
  if (scorecard === null)
    return (
      <Score name="Scorecard" score={null} tone="muted" word="Unranked" notes={[scorecard_reason ?? 'not scored']} />
    );
  const notes = [
    `formula ${scorecard.formula} ${scorecard.formula_version}`,
    ...(scorecard_reason === null ? [] : [scorecard_reason]),
  ];
  return (
    <Score
      name="Scorecard"
      score={scorecard.score}
      tone={toneOfTier(scorecard.tier)}
      word={scorecard.tier}
      notes={notes}
    />
  );
}

export function AxisScore({ axis }: { axis: AxisResult }) {
  const notes = [
    axis.partial ? 'Partial: a dimension is withheld.' : `formula ${axis.formula} ${axis.formula_version}`,
    ...(axis.reason === undefined ? [] : [axis.reason]),
  ];
  return (
    <Score
      name="AXIS"
      score={axis.score}
      tone={toneOfBand(axis.band)}
      word={axis.band ?? 'No score'}
      badge={axis.partial ? 'partial' : null}
      notes={notes}
    />
  );
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
            <Said text={note} />
          </p>
        ))}
      </div>
    </div>
  );
}
