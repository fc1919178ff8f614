import { formatRatio } from '../../format.ts';
import type { Judged } from '../../judgment.ts';
import type { Tone } from '../../tone.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

const BEST = 10;

/** The checks of the scenario's rubric, each with its grade from 0 to 10 and reason. */
export function JudgeRubric({ rubric }: { rubric: Judged['rubric'] }) {
  if (rubric.length === 0) return null;
  // a scenario may contain the same check twice
  const checks = rubric.map((check, number) => ({ ...check, number }));
  return (
    <section>
      <h3>Rubric</h3>
      <ul className="rubric">
        {checks.map(({ number, check, grade, weight, reason }) => (
          <li key={number}>
            <span className="pill" data-tone={toneOfGrade(grade)}>
              {formatRatio(grade)} of {BEST}
            </span>
            <div>
              <p>
                <UntrustedText text={check} />{' '}
                <span className="note">{weight == null ? 'no explicit weight' : `weight ${formatRatio(weight)}`}</span>
              </p>
              <p className="note reason">
                <UntrustedText text={reason} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function toneOfGrade(grade: number): Tone {
  if (grade >= 7) return 'good';
  return grade >= 4 ? 'warn' : 'bad';
}
