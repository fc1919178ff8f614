import type { Disagreement, Grade } from '@assay/schema';
import { describeGates } from '@assay/scoring';
import { type GateView, viewJudgeGate } from '../../judgment.ts';
import { answerTone } from '../../result.ts';
import { verdictTone } from '../../tone.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props extends Gated {
  readonly counts: boolean;
  /** Whether the run passed: otherwise no gate is green. */
  readonly colored: boolean;
}

/** The three gates of a run, and what a disagreement means. If they do not count, they have no color. */
export function GatesCard({ counts, colored, ...gated }: Props) {
  const { gates } = gated;
  return (
    <div className="gates">
      <h2 className="score-name">Gates</h2>
      {counts ? <p className="note">{describeGates(gated)}</p> : null}
      <ul>
        {viewGates(gated).map(({ gate, word, tone, reason }) => (
          <li key={gate}>
            <span className="pill" data-tone={counts ? answerTone(tone, colored) : 'muted'}>
              {word}
            </span>
            <span>
              <b>{gate}</b>{' '}
              <span className="note">
                <UntrustedText text={reason} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {gates.disagreement === null ? null : <p className="note">{explainDisagreement(gates.disagreement)}</p>}
    </div>
  );
}

type NamedGate = GateView & { readonly gate: 'run' | 'scorers' | 'judge' };

type Gated = Pick<Grade, 'gates' | 'judgment' | 'judge_gates'>;

/** The three gates, in display order. */
export const viewGates = ({ gates, ...judged }: Gated): NamedGate[] => [
  { gate: 'run', word: gates.run, tone: verdictTone(gates.run), reason: gates.reasons.run },
  { gate: 'scorers', word: gates.scorers, tone: verdictTone(gates.scorers), reason: gates.reasons.scorers },
  { gate: 'judge', ...viewJudgeGate(gates, judged) },
];

/** Explains a disagreement between the gates. */
export function explainDisagreement(disagreement: Disagreement): string {
  switch (disagreement) {
    case 'constraint_violated':
      return 'Constraint violated: a required scorer failed, although the judge passed the run.';
    case 'unconvincing':
      return 'Unconvincing: the scorers passed, but the judge did not.';
    case 'review_advised':
      return 'Review advised: both passed, but an advisory scorer failed.';
  }
}
