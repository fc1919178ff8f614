import { formatName, formatRatio } from '../../format.ts';
import type { Judged } from '../../judgment.ts';
import type { Tone } from '../../tone.ts';

const RATINGS = ['task_completion', 'instruction_adherence', 'efficiency'] as const;
const BEST = 5;

/** Three ratings from 1 to 5. They do not decide the verdict. */
export function JudgeTiles({ judgment }: { judgment: Judged }) {
  return (
    <dl className="tiles">
      {RATINGS.map((rating) => (
        <div className="tile" key={rating} data-tone={toneOfRating(judgment[rating])}>
          <dt>{formatName(rating)}</dt>
          <dd>
            <b className="tile-value">{formatRatio(judgment[rating])}</b> <span className="note">of {BEST}</span>
          </dd>
          <dd className="bar" aria-hidden="true">
            <div className="bar-fill" style={{ width: `${(100 * judgment[rating]) / BEST}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toneOfRating(rating: number): Tone {
  if (rating >= 4) return 'good';
  return rating >= 3 ? 'warn' : 'bad';
}
