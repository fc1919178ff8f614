import { formatScore } from '../format.ts';
import type { Tone } from '../tone.ts';

/** A score from 0 to 100 as a ring; empty without a score. */
export function Gauge({ score, tone }: { score: number | null; tone: Tone }) {
  return (
    <div className="gauge" data-tone={tone}>
      <svg viewBox="0 0 80 80" aria-hidden="true">
        <circle className="gauge-track" cx="40" cy="40" r="34" />
        <circle className="gauge-arc" cx="40" cy="40" r="34" pathLength="100" strokeDasharray={`${score ?? 0} 100`} />
      </svg>
      <span className="gauge-score">{formatScore(score)}</span>
    </div>
  );
}
