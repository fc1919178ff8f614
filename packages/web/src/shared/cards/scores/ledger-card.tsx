import type { Defaulted, LedgerEntry } from '@assay/schema';
import { Waterfall } from '../../charts/waterfall.tsx';
import { formatNoun, formatRatio } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { type OpenInteraction, References } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly title: string;
  readonly result: { readonly score: number | null; readonly ledger: LedgerEntry[]; readonly defaulted: Defaulted[] };
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** The ledger of a score, and the defaults used for unknown values. */
export function LedgerCard({ title, result, view, open }: Props) {
  const { score, ledger, defaulted } = result;
  return (
    <Card title={title}>
      {score === null ? (
        <p className="note">No score</p>
      ) : (
        <Waterfall
          ledger={ledger}
          score={score}
          // a reason such as `necessity 0.2` names its own reference
          renderRef={({ ref, reason }) =>
            ref !== null && reason.includes(ref) && !view.rowOf.has(ref) ? null : (
              <References refs={[ref]} view={view} open={open} />
            )
          }
        />
      )}
      {defaulted.length === 0 ? null : (
        <details>
          <summary>{formatNoun(defaulted.length, 'value')} unknown</summary>
          <ul className="plain">
            {defaulted.map((one) => (
              <li key={`${one.what} ${one.reason}`} className="note">
                <UntrustedText text={describe(one)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

const describe = ({ what, value, reason }: Defaulted): string =>
  `${what}: ${reason} (${value === null ? 'not counted' : `counted as ${formatRatio(value)}`})`;
