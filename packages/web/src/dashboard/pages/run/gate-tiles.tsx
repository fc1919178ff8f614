import type { Grade } from '@assay/schema';
import { describeGates } from '@assay/scoring';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { explainDisagreement, viewGates } from '../../../shared/cards/scores/gates-card.tsx';
import { answerTone, hasColor } from '../../../shared/result.ts';
import type { Problem } from './problems.ts';

interface Props {
  readonly grade: Grade;
  readonly problems: readonly Problem[];
  readonly show: (problem: Problem) => void;
}

/** The three gates side by side, and what a disagreement means. A failed gate leads to its first problem. */
export function GateTiles({ grade, problems, show }: Props) {
  const { gates, not_scored } = grade;
  return (
    <Card title="Gates" aside={<span className="note">{describeGates(grade)}</span>}>
      <ul className="gate-tiles">
        {viewGates(grade).map(({ gate, word, tone, reason }) => {
          const problem = word === 'FAIL' ? problems.find(CAUSES[gate]) : undefined;
          return (
            <li
              key={gate}
              className="gate-tile"
              data-tone={not_scored === null ? answerTone(tone, hasColor(grade)) : 'muted'}
            >
              <span className="gate-name">{gate}</span>
              <b className="gate-word">{word}</b>
              <span className="note">
                <UntrustedText text={reason} />
              </span>
              {problem === undefined ? null : (
                <button type="button" className="gate-link" onClick={() => show(problem)}>
                  <span className="unseen">Gate {gate}: </span>Show what failed
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {gates.disagreement === null ? null : (
        <p className="disagreement">
          <span aria-hidden="true">≠</span> {explainDisagreement(gates.disagreement)}
        </p>
      )}
    </Card>
  );
}

const CAUSES: Readonly<Record<'run' | 'scorers' | 'judge', (problem: Problem) => boolean>> = {
  run: ({ kind }) => kind === 'stage',
  scorers: ({ kind, word }) => word === 'FAIL' && kind !== 'stage' && kind !== 'judge',
  judge: ({ kind }) => kind === 'judge',
};
