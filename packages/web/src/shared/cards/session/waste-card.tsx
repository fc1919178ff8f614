import type { Waste, WasteEntry } from '@assay/schema';
import { CAUSE_WORDS, type WasteShares, wasteShares } from '@assay/scoring';
import { formatCompact, formatDuration, formatPercent, formatUsd } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { type OpenInteraction, References } from '../parts/references.tsx';

interface Props {
  readonly waste: Waste;
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** Where tokens, money and time went: one bar each, and a row per cause with its calls. */
export function WasteCard({ waste, view, open }: Props) {
  const bars = (['money', 'time'] as const).flatMap((kind) => wasteShares(waste, kind) ?? []);
  if (bars.length === 0) return null;
  const used = waste.entries.filter(
    ({ cause, refs, wall_ms }) => cause === 'request' || refs.length > 0 || (wall_ms ?? 0) > 0,
  );
  return (
    <Card title="Waste">
      {bars.map((bar) => (
        <WasteBar key={bar.of} bar={bar} />
      ))}
      <table className="waste-causes">
        <tbody>
          {used.map((entry) => (
            <tr key={entry.cause}>
              <th scope="row">
                <span className="waste-key" data-cause={entry.cause} aria-hidden="true" /> {CAUSE_WORDS[entry.cause]}
              </th>
              <td>{describeAmounts(entry)}</td>
              <td className="refs">
                <References refs={entry.refs.slice(0, SHOWN_REFS)} view={view} open={open} />
                {entry.refs.length > SHOWN_REFS
                  ? ` and ${entry.refs.length - SHOWN_REFS + entry.refs_omitted} more`
                  : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">Time is measured. Tokens and money are shared by size of text, which is an estimate.</p>
    </Card>
  );
}

const SHOWN_REFS = 8;

function WasteBar({ bar: { of, parts, wasted } }: { bar: WasteShares }) {
  const label = `${of}: ${formatPercent(wasted)} waste`;
  return (
    <div className="waste">
      <span className="waste-name">{label}</span>
      <span className="waste-bar" role="img" aria-label={label}>
        {parts.map(({ cause, share }) =>
          share === 0 ? null : (
            <span
              key={cause}
              data-cause={cause}
              title={`${CAUSE_WORDS[cause]}: ${formatPercent(share)}`}
              style={{ width: `${100 * share}%` }}
            />
          ),
        )}
      </span>
    </div>
  );
}

const describeAmounts = ({ tokens, cost_usd, wall_ms }: WasteEntry): string =>
  [
    ...(tokens === null ? [] : [`${formatCompact(tokens)} tokens`]),
    ...(cost_usd === null ? [] : [formatUsd(cost_usd)]),
    ...(wall_ms === null ? [] : [formatDuration(wall_ms)]),
  ].join(' · ');
