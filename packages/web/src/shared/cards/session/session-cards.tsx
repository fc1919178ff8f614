import type { RunView } from '../../run-view.ts';
import type { ShownSession } from '../../session.ts';
import type { OpenInteraction } from '../parts/references.tsx';
import { SessionFindingsCard } from './findings-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { WasteCard } from './waste-card.tsx';

interface Props {
  readonly session: ShownSession;
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** The facts of a session: requests, findings and waste. */
export function SessionCards({ session: { requests, findings, waste }, view, open }: Props) {
  return (
    <div className="pair">
      <RequestsCard requests={requests} view={view} open={open} />
      <div className="stack">
        <SessionFindingsCard findings={findings} view={view} open={open} />
        <WasteCard waste={waste} view={view} open={open} />
      </div>
    </div>
  );
}
