import './run.css';
import './run-parts.css';
import type { RunSummary } from '@assay/schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pinnedFindings } from '../../../shared/diff/pinned-findings.ts';
import { viewRun } from '../../../shared/run-view.ts';
import { type Listener, useServerEvents } from '../../live.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { OtherOrganizations } from '../../states/other-organizations.tsx';
import { ChecksTab } from './checks-tab.tsx';
import { DiffTab } from './diff-tab.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RunHead } from './run-head.tsx';
import { type RunRecord, runKey, useRun, useRunParts } from './run-queries.ts';
import { RunTabs } from './run-tabs.tsx';
import { buildShownRun } from './shown-run.ts';
import { TraceTab } from './trace/trace-tab.tsx';
import { useRunPosition } from './use-run-position.ts';

/** One run, in tabs. */
export function RunPage() {
  const { run_id = '' } = useParams({ strict: false }) as { run_id?: string };
  const asked = useRun(run_id);
  return (
    <Loaded query={asked} what="the run" lines={8} missing={<NoRun />}>
      {(record) => <Shown key={run_id} record={record} />}
    </Loaded>
  );
}

function Shown({ record }: { record: RunRecord }) {
  const { run, run_id, status, workspace_id } = record;
  useRunEvents(run_id, workspace_id);
  const { place, go, href } = useRunPosition();
  return (
    <>
      <RunHead summary={record} go={go} />
      {run === null ? (
        <Empty title={status === 'running' ? 'The agent is running' : `This run is ${status}`}>
          <p className="note">Results appear here when the run ends.</p>
        </Empty>
      ) : (
        <>
          <RunTabs go={go} />
          <RunParts key={run_id} record={record} run={run} place={place} go={go} href={href} />
        </>
      )}
    </>
  );
}

type PartsProps = ReturnType<typeof useRunPosition> & {
  readonly record: RunRecord;
  readonly run: NonNullable<RunRecord['run']>;
};

/** The open tab of a run. */
export function RunParts({ record, run, place, go, href }: PartsProps) {
  const { grade, evidence, transcript, diff, parts, attempts } = useRunParts(record, place.tab);
  const view = useMemo(
    () =>
      viewRun(
        buildShownRun({
          grade: grade.data,
          transcript: transcript.data,
          diff: diff.data,
        }),
        {
          reveal: (kind, name) =>
            kind === 'path' ? go({ tab: 'diff', file: name }) : go({ tab: 'checks', scorer: name }),
          showEntry: (entry) => go({ tab: 'trace', entry }),
        },
      ),
    [grade.data, transcript.data, diff.data, go],
  );
  const pins = useMemo(() => pinnedFindings(grade.data), [grade.data]);
  switch (place.tab) {
    case 'overview':
      return (
        <OverviewTab
          run={run}
          grade={grade}
          evidence={evidence}
          transcript={transcript}
          diff={diff}
          view={view}
          place={place}
          go={go}
          href={href}
        />
      );
    case 'trace':
      return (
        <Loaded query={transcript} what="the trace" lines={10} missing={<Empty title="No transcript stored" />}>
          {() => (
            <TraceTab
              view={view}
              isStart={transcript.isPlaceholderData}
              pins={pins}
              place={place}
              go={go}
              href={href}
            />
          )}
        </Loaded>
      );
    case 'diff':
      return (
        <Loaded query={diff} what="the diff" lines={10} missing={<Empty title="No diff stored" />}>
          {() => <DiffTab diff={view.diff} grade={grade.data} place={place} go={go} href={href} />}
        </Loaded>
      );
    case 'checks':
      return <ChecksTab grade={grade} evidence={evidence.data} view={view} place={place} go={go} />;
    case 'evidence':
      return <EvidenceTab run={run} grade={grade.data} parts={parts} attempts={attempts} />;
  }
}

function NoRun() {
  return (
    <Empty title="Run not found">
      <p className="note">Check the run ID. You can see only runs of your organization.</p>
      <OtherOrganizations />
    </Empty>
  );
}

/** Refetches a run when the server reports a change. */
function useRunEvents(run_id: string, workspace_id: string): void {
  const queries = useQueryClient();
  const listener = useMemo((): Listener => {
    const again = () => void queries.invalidateQueries({ queryKey: runKey(run_id) });
    return { run: (run: RunSummary) => (run.run_id === run_id ? again() : undefined), resync: again };
  }, [queries, run_id]);
  useServerEvents(workspace_id, listener);
}
