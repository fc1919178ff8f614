import type { Disagreement, Gates } from '@assay/schema';
import { toneOfVerdict } from '../tone.ts';
import { Said } from './said.tsx';

/** Three independent answers about a run, and what it means where they differ. Without weight they have no colour. */
export function GatesCard({ gates, counts }: { gates: Gates; counts: boolean }) {
  return (
    <div className="gates">
      <h2 className="score-name">Gates</h2>
      <ul>
        {GATES.map((gate) => (
          <li key={gate}>
            <span className="pill" data-tone={counts ? toneOfVerdict(gates[gate]) : 'muted'}>
              {gates[gate] ?? 'none'}
            </span>
            <span>
              <b>{gate}</b>{' '}
              <span className="note">
                <Said text={gates.reasons[gate]} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {gates.disagreement === null ? null : <p className="note">{explain(gates.disagreement)}</p>}
    </div>
  );
}

const GATES = ['run', 'scorers', 'judge'] as const;

function explain(disagreement: Disagreement): string {
  switch (disagreement) {
    case 'constraint_violated':
      return 'Constraint violated: the judge is content, a required scorer is not.';
    case 'unconvincing':
      return 'Unconvincing: the scorers are content, the judge is not.';
    case 'review_advised':
      return 'Review advised: both are content, an advisory scorer is not.';
  }
}
