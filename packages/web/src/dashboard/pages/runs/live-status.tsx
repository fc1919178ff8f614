import type { RunSummary } from '@assay/schema/api';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Listener, useServerEvents } from '../../live.ts';
import type { RunQuery } from './filters.ts';
import { mergeNewest, replaceRun } from './merge-runs.ts';
import { fetchRuns, type RunListPage, runsQuery } from './runs-query.ts';

// batches the changes of runs that end at the same time
const GATHER_MS = 300;

/**
 * Keeps the list up to date and shows whether it is connected. A listed run is updated in place. The newest page is
 * also fetched again, because a run may be new or no longer match.
 */
export function LiveStatus({ workspace_id, query }: { workspace_id: string; query: RunQuery }) {
  const queries = useQueryClient();
  const { queryKey } = runsQuery(workspace_id, query);
  const words = queryKey.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `words` identifies the query
  const { listener, stop } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const change = (next: (parts: readonly RunListPage[]) => readonly RunListPage[]) =>
      queries.setQueryData<InfiniteData<RunListPage, string | undefined>>(queryKey, (data) => {
        if (data === undefined) return data;
        const pages = next(data.pages);
        return { pages: [...pages], pageParams: pages.map((_, index) => data.pageParams[index]) };
      });
    const refresh = async () => {
      const newest = await fetchRuns(workspace_id, { query });
      change((parts) => mergeNewest(parts, newest));
      await queries.invalidateQueries({ queryKey: ['stats', workspace_id] });
    };
    const soon = () => {
      clearTimeout(timer);
      // on failure the next change fetches it
      timer = setTimeout(() => void refresh().catch(() => undefined), GATHER_MS);
    };
    const made: Listener = {
      run: (run: RunSummary) => {
        change((parts) => replaceRun(parts, run));
        soon();
      },
      resync: soon,
    };
    return { listener: made, stop: () => clearTimeout(timer) };
  }, [workspace_id, words]);
  useEffect(() => stop, [stop]);
  const isOn = useServerEvents(workspace_id, listener);
  return (
    <span className="live" data-on={isOn || undefined} role="status">
      {isOn ? 'live' : 'not live: connecting…'}
    </span>
  );
}
