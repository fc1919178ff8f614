import type { Interval, ReputationReading } from '@assay/schema';
import { formatScore } from '../../../shared/format.ts';
import { formatLifecycle } from './lifecycle.ts';

// three quarters of a ring, open at the bottom; `pathLength` maps one unit to one point
const ARC = 'M 22.3 97.7 A 53.3 53.3 0 1 1 97.7 97.7';
const POINTS = 1000;

/** A reputation as a dial: score, interval and lifecycle. An uncalibrated agent has no number. */
export function ReputationDial({ reading }: { reading: ReputationReading }) {
  const { score, interval, lifecycle, eval_count } = reading;
  return (
    <div className="dial" data-ranked={score !== null || undefined}>
      <svg viewBox="0 0 120 112" aria-hidden="true">
        <path className="dial-track" d={ARC} pathLength={POINTS} />
        {score === null || interval === null ? null : <Arcs score={score} interval={interval} />}
      </svg>
      <p className="dial-words">
        {score === null ? (
          <span className="note">No score yet</span>
        ) : (
          <>
            <b>{formatScore(score)}</b>
            <span className="note">of 1,000</span>
          </>
        )}
      </p>
      <p className="dial-foot">
        <span className="pill">{formatLifecycle({ lifecycle, eval_count })}</span>
      </p>
    </div>
  );
}

function Arcs({ score, interval: { low, high } }: { score: number; interval: Interval }) {
  return (
    <>
      <path
        className="dial-interval"
        d={ARC}
        pathLength={POINTS}
        strokeDasharray={`0 ${low} ${Math.max(high - low, 1)} ${POINTS}`}
      />
      <path className="dial-arc" d={ARC} pathLength={POINTS} strokeDasharray={`${score} ${POINTS}`} />
    </>
  );
}
