import '../run/run.css';
import type { ReportedRun } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FactsCard } from '../../../shared/cards/run/facts-card.tsx';
import { WarningsCard } from '../../../shared/cards/run/warnings-card.tsx';
import { SessionCards } from '../../../shared/cards/session/session-cards.tsx';
import { SessionHead } from '../../../shared/cards/session/session-head.tsx';
import { TimelineCard } from '../../../shared/cards/timeline/timeline-card.tsx';
import { viewRun } from '../../../shared/run-view.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';

/** One session: what happened, what it cost, and its timeline. */
export function SessionPage() {
  const { digest = '' } = useParams({ strict: false }) as { digest?: string };
  const asked = useQuery({ ...ask('getAgentSession', { digest }) });
  return (
    <Loaded query={asked} what="the session" lines={10} missing={<NotFoundPage />}>
      {({ agent, report }) => (
        <>
          <title>{`${visibleLine(agent)} · Session · Assay`}</title>
          <p className="note">
            <Link to="/sessions">All sessions</Link>
          </p>
          {report === null ? <Removed /> : <Reported report={report} />}
        </>
      )}
    </Loaded>
  );
}

function Removed() {
  return (
    <Empty title="The transcript was removed">
      <p className="note">The retention period of the workspace is over.</p>
    </Empty>
  );
}

function Reported({ report }: { report: ReportedRun }) {
  const [opened, open] = useState<string | null>(null);
  const { grade, judgment } = report;
  const view = useMemo(
    () => viewRun({ ...report, notes: { ...judgment, omitted: 0 }, requests: grade.requests }),
    [report, judgment, grade],
  );
  return (
    <>
      <SessionHead grade={grade} />
      <SessionCards session={grade} view={view} open={open} />
      <FactsCard grade={grade} />
      <WarningsCard about="transcript" warnings={grade.warnings} />
      <TimelineCard view={view} opened={opened} open={open} close={() => open(null)} />
    </>
  );
}
