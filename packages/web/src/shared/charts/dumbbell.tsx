import type { ComparedTask } from '@assay/schema';
import type { ComparedRow } from '../comparison.ts';
import type { Tone } from '../tone.ts';
import { positionOn, type Scale } from './scale.ts';

const [ABOVE, MIDDLE, BELOW, HEIGHT] = [9, 17, 25, 34];

interface Props {
  readonly row: ComparedRow;
  readonly scale: Scale;
  readonly tone: Tone;
}

/**
 * Both sides of a task on one line: a ring for the baseline and a dot for the candidate, each with its interval and
 * its runs. Decorative: the numbers are next to it as text.
 */
export function Dumbbell({ row: { task, composites }, scale, tone }: Props) {
  const [before, after] = [task?.baseline.composite ?? null, task?.candidate.composite ?? null];
  return (
    <svg className="dumbbell" data-tone={tone} height={HEIGHT} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          className="tick"
          x1={positionOn(scale, tick)}
          x2={positionOn(scale, tick)}
          y1="0"
          y2={HEIGHT}
        />
      ))}
      <Runs values={composites.baseline} scale={scale} y={ABOVE} />
      <Runs values={composites.candidate} scale={scale} y={BELOW} />
      {before === null || after === null ? null : (
        <line
          className="bar-line"
          x1={positionOn(scale, before)}
          x2={positionOn(scale, after)}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      )}
      <Whisker side={task?.baseline} scale={scale} y={ABOVE} />
      <Whisker side={task?.candidate} scale={scale} y={BELOW} />
      {before === null ? null : <circle className="ring" cx={positionOn(scale, before)} cy={MIDDLE} r="5" />}
      {after === null ? null : <circle className="dot" cx={positionOn(scale, after)} cy={MIDDLE} r="6" />}
    </svg>
  );
}

function Runs({ values, scale, y }: { values: readonly number[]; scale: Scale; y: number }) {
  const places = [...new Set(values.map((value) => positionOn(scale, value)))];
  return places.map((place) => <circle key={place} className="one-run" cx={place} cy={y} r="2" />);
}

interface WhiskerProps {
  readonly side: ComparedTask['baseline'] | undefined;
  readonly scale: Scale;
  readonly y: number;
}

function Whisker({ side, scale, y }: WhiskerProps) {
  if (side?.interval == null) return null;
  const { low, high } = side.interval;
  return <line className="whisker" x1={positionOn(scale, low)} x2={positionOn(scale, high)} y1={y} y2={y} />;
}
