import { positionOn } from '../../../shared/charts/scale.ts';

const SCALE = { low: 0, high: 1000 };

interface Props {
  readonly score: number;
  readonly interval: { readonly low: number; readonly high: number };
}

/** A score and its interval on a line from 0 to 1000. Decorative: the numbers are next to it as text. */
export function ScoreLine({ score, interval: { low, high } }: Props) {
  const [from, to, at] = [positionOn(SCALE, low), positionOn(SCALE, high), positionOn(SCALE, score)];
  return (
    <svg className="score-line" height="14" aria-hidden="true">
      <line className="score-track" x1="0" x2="100%" y1="7" y2="7" />
      <line className="score-interval" x1={from} x2={to} y1="7" y2="7" />
      <circle className="score-dot" cx={at} cy="7" r="4" />
    </svg>
  );
}
