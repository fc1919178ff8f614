import type { FactCheck, Judgment } from '@assay/schema';
import { useId, useState } from 'react';
import { formatName, formatNoun } from '../../format.ts';
import { isContradicted, orderChecks } from '../../judgment.ts';
import { useMedia } from '../../media.ts';
import type { RunView } from '../../run-view.ts';
import type { Tone } from '../../tone.ts';
import type { OpenInteraction } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { JudgeEvidence } from './judge-evidence.tsx';

const SHOWN = 20;

interface Props {
  readonly judgment: Judgment;
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** Constraints, requirements and claims checked against the evidence, worst first. */
export function JudgeMatrix({ judgment, view, open }: Props) {
  const title = useId();
  const [whole, setWhole] = useState(false);
  const printing = useMedia('print');
  const checks = orderChecks(judgment.fact_checks);
  const shown = whole || printing ? checks : checks.slice(0, SHOWN);
  return (
    <section>
      <h3 id={title}>Fact checks</h3>
      <Summary judgment={judgment} />
      {checks.length === 0 ? null : (
        <table className="matrix" aria-labelledby={title}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((check) => (
              <Row key={`${check.id} ${check.source}`} check={check} view={view} open={open} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === checks.length ? null : (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {formatNoun(checks.length, 'fact check')}
        </button>
      )}
    </section>
  );
}

const COLUMNS = ['status', 'what', 'by', 'turn', 'evidence'];

function Summary({ judgment: { fact_checks, verdict } }: { judgment: Judgment }) {
  const contradicted = fact_checks.filter(isContradicted).length;
  if (fact_checks.length === 0) return <p className="note">Nothing to check.</p>;
  if (contradicted === 0) return null;
  return (
    <p className="contradicted">
      Assay itself found {formatNoun(contradicted, 'row')} violated
      {verdict === 'PASS' ? ', although the judge says PASS' : ''}.
    </p>
  );
}

function Row({ check, view, open }: { check: FactCheck; view: RunView; open: OpenInteraction }) {
  const { id, source, statement, status, by, reason, evidence } = check;
  return (
    <tr data-contradicted={isContradicted(check) || undefined}>
      <td>
        <span className="pill" data-tone={TONES[status]}>
          {formatName(status)}
        </span>
      </td>
      <td>
        <span className="note">
          <UntrustedText text={id} /> · {source}
        </span>
        <p>
          <UntrustedText text={statement} />
        </p>
        {reason === undefined ? null : (
          <p className="note reason">
            <UntrustedText text={reason} />
          </p>
        )}
      </td>
      <td>{by === 'deterministic' ? 'Assay' : 'judge'}</td>
      <td>{tellTurns(check)}</td>
      <td>
        <JudgeEvidence evidence={evidence} view={view} open={open} />
      </td>
    </tr>
  );
}

const TONES = {
  satisfied: 'good',
  violated: 'bad',
  unsupported: 'warn',
  not_applicable: 'muted',
} as const satisfies Record<FactCheck['status'], Tone>;

function tellTurns({ turn_first, turn_violated }: FactCheck): string {
  const from = turn_first === null ? [] : [`turn ${turn_first}`];
  const broken = turn_violated === null ? [] : [`broken in turn ${turn_violated}`];
  return [...from, ...broken].join(', ');
}
