import type { Grade } from '@assay/schema';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { explainDisagreement, viewGates } from '../../../shared/cards/scores/gates-card.tsx';
import { answerTone, hasColor } from '../../../shared/result.ts';

/** The three gates side by side, and what a disagreement means. */
export function GateTiles({ grade }: { grade: Grade }) {
  const { gates, judgment, not_scored } = grade;
  return (
    <Card title="Gates" aside={<span className="note">All three must pass</span>}>
      <ul className="gate-tiles">
        {viewGates(gates, judgment).map(({ gate, word, tone, reason }) => (
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
          </li>
        ))}
      </ul>
      {gates.disagreement === null ? null : (
        <p className="disagreement">
          <span aria-hidden="true">≠</span> {explainDisagreement(gates.disagreement)}
        </p>
      )}
    </Card>
  );
}
