import './run-list.css';
import './runs.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNoun } from '../../../shared/format.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loading } from '../../states/loading.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LiveStatus } from './live-status.tsx';
import { NoRuns } from './no-runs.tsx';
import { RunList } from './run-list.tsx';
import { RunningNow } from './running-now.tsx';
import { useRuns } from './runs-query.ts';
import { StatsStrip } from './stats-strip.tsx';
import { useActivities } from './use-activities.ts';
import { useFilters } from './use-filters.ts';
import { ViewBar } from './view-bar.tsx';

/** The runs of a workspace, newest first, updated live. */
export function RunsPage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Runs · Assay</title>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Runs are stored in workspaces. Create a workspace in the settings, or send a run.</p>
        </Empty>
      ) : (
        <Runs key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Runs({ workspace_id }: { workspace_id: string }) {
  const { query, look, change } = useFilters();
  const asked = useRuns(workspace_id, query);
  const activities = useActivities() ?? [];
  const runs = useMemo(() => asked.data?.pages.flatMap(({ items }) => items) ?? [], [asked.data]);
  const { chosen, choose, clear } = useChosen();
  const mayWrite = useCanWrite();
  const first = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => first.current?.focus() });
  const isFiltered = Object.keys(query).length > 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = asked;
  // a page may be empty and still have a next one, because few runs match
  const looksOn = asked.data !== undefined && runs.length === 0 && hasNextPage;
  useEffect(() => {
    if (looksOn && !isFetchingNextPage) void fetchNextPage();
  }, [looksOn, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      <header className="page-head">
        <h1>Runs</h1>
        <LiveStatus workspace_id={workspace_id} query={query} />
        <StatsStrip workspace_id={workspace_id} />
      </header>
      <RunningNow activities={activities} />
      <div className="runs-bars">
        <ViewBar query={query} look={look} />
        <FilterBar query={query} change={change} clear={() => look({})} first={first} />
        <BulkBar chosen={chosen} clear={clear} />
      </div>
      {asked.error === null ? null : <Failed what="the runs" error={asked.error} retry={() => void asked.refetch()} />}
      {(asked.isPending && asked.error === null) || looksOn ? <Loading what="the runs" lines={12} /> : null}
      {asked.data !== undefined && runs.length === 0 && !hasNextPage ? (
        <NoRuns filtered={isFiltered} clear={() => look({})} making={activities.length > 0} />
      ) : null}
      {runs.length === 0 ? null : (
        <RunList
          runs={runs}
          more={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
          chosen={chosen}
          choose={mayWrite ? choose : null}
        />
      )}
      {runs.length === 0 ? null : (
        <p className="note runs-end" role="status">
          {hasNextPage ? 'Loading more as you scroll…' : `End of list (${formatNoun(runs.length, 'run')})`}
        </p>
      )}
    </>
  );
}

function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [choose] = useState(() => (run_id: string) => {
    if (run_id === '') return;
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(run_id)) next.add(run_id);
      return next;
    });
  });
  return { chosen, choose, clear: () => setChosen(new Set()) };
}
