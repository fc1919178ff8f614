import type { RunSummary } from '@assay/schema/api';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Listener, useLive } from '../../live.ts';
import type { RunQuery } from './filters.ts';
import { mergeNewest, replaceRun } from './merge-runs.ts';
import { askForRuns, type RunsPart, runsQuery } from './runs-query.ts';

// many runs that end at once are one change of the list
const GATHER_MS = 300;

/**
 * Keeps the list as it is on the server, and says whether it can. A run that is in the list changes in its place; for a
 * run that is new, or may no longer match, the newest part is asked for again.
 */
export function LiveMark({ workspace_id, query }: { workspace_id: string; query: RunQuery }) {
  const queries = useQueryClient();
  const { queryKey } = runsQuery(workspace_id, query);
  const words = queryKey.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are the query
  const { listener, stop } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const change = (next: (parts: readonly RunsPart[]) => readonly RunsPart[]) =>
      queries.setQueryData<InfiniteData<RunsPart, string | undefined>>(queryKey, (data) => {
        if (data === undefined) return data;
        const pages = next(data.pages);
        return { pages: [...pages], pageParams: pages.map((_, index) => data.pageParams[index]) };
      });
    const refresh = async () => {
      const newest = await askForRuns(workspace_id, { query });
      change((parts) => mergeNewest(parts, newest));
      await queries.invalidateQueries({ queryKey: ['stats', workspace_id] });
    };
    const soon = () => {
      clearTimeout(timer);
      // what could not be had now comes with the next change
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
  const isOn = useLive(workspace_id, listener);
  return (
    <span className="live" data-on={isOn || undefined} role="status">
      {isOn ? 'live' : 'not live: connecting…'}
    </span>
  );
}
