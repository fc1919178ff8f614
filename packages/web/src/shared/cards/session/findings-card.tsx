import type { SessionFinding } from '@assay/schema';
import { formatDuration, formatUsd } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { type OpenInteraction, References } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly findings: readonly SessionFinding[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

const SHOWN_REFS = 12;

/** What cost money, time or trust, costliest first, each with what to do. */
export function SessionFindingsCard({ findings, view, open }: Props) {
  return (
    <Card title="What to change">
      {findings.length === 0 ? <p className="note">No findings.</p> : null}
      <ol className="session-findings">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.message}`}>
            <p>
              <UntrustedText text={finding.message} /> <span className="note">{describeCost(finding)}</span>
            </p>
            <p className="advice">
              <UntrustedText text={finding.advice} />
              <References refs={finding.refs.slice(0, SHOWN_REFS)} view={view} open={open} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const describeCost = ({ cost_usd, wall_ms }: SessionFinding): string =>
  [
    ...(cost_usd === null || cost_usd === 0 ? [] : [`about ${formatUsd(cost_usd)}`]),
    ...(wall_ms === null || wall_ms === 0 ? [] : [formatDuration(wall_ms)]),
  ].join(' · ');
