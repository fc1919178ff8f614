import './run-list.css';
import './runs.css';
import type { Activity } from '@assay/schema';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { PushCommands } from '../../parts/push-commands.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import type { Search } from '../../search.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loading } from '../../states/loading.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { describeActivity } from './describe-activity.ts';
import { FilterBar } from './filter-bar.tsx';
import { FILTERS, type RunQuery, readFilters } from './filters.ts';
import { LiveStatus } from './live-status.tsx';
import { RunList } from './run-list.tsx';
import { useRuns } from './runs-query.ts';
import { StatsStrip } from './stats-strip.tsx';
import { useActivities } from './use-activities.ts';
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

/** The filters in the URL, and functions to change them. */
function useFilters() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const query = readFilters(search);
  const others = Object.entries(search).filter(([name]) => !FILTERS.some((filter) => filter.name === name));
  // `replace` keeps typing out of the history
  const look = (next: RunQuery, replace = false) =>
    void navigate({ to: '/runs', search: { ...Object.fromEntries(others), ...next } as never, replace });
  const change = (name: string, value: string, replace = false) => look({ ...query, [name]: value }, replace);
  return { query, look, change };
}

/** Proofs and runs that commands in this folder are executing now. */
function RunningNow({ activities }: { activities: readonly Activity[] }) {
  if (activities.length === 0) return null;
  return (
    <Card title="Running now">
      <ul className="running-now" aria-live="polite">
        {activities.map((activity) => (
          <li key={activity.activity_id}>
            <code>{activity.command}</code> {describeActivity(activity).join(' · ')}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface NoRunsProps {
  readonly filtered: boolean;
  readonly clear: () => void;
  /** Whether runs are in progress. */
  readonly making: boolean;
}

/** Shown if the workspace has no runs, or none match the filters. */
function NoRuns({ filtered, clear, making }: NoRunsProps) {
  if (filtered)
    return (
      <Empty title="No matching runs">
        <p className="note">No run in this workspace matches all filters.</p>
        <button type="button" onClick={clear}>
          Clear filters
        </button>
      </Empty>
    );
  if (making)
    return (
      <Empty title="No finished runs yet">
        <p className="note">Each run appears here as soon as it is graded.</p>
      </Empty>
    );
  return (
    <Empty title="No runs yet">
      <p className="note">
        A run is one agent on one task. Run an agent on any machine and push the run. It appears here when it is graded:
      </p>
      <PushCommands commands={['run SCENARIO --agent claude-code --push']} />
      <p className="note">
        To push the runs you already have, use <code>assay push</code> in their folder.
      </p>
    </Empty>
  );
}
