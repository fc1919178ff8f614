import type { RunSummary } from '@assay/schema/api';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { formatFilters, type RunQuery, toApiQuery } from './filters.ts';

const PAGE_SIZE = 100;

export interface RunListPage {
  readonly items: readonly RunSummary[];
  readonly next: string | null;
}

/** Fetches one page of runs, newest first. */
export const fetchRuns = (
  workspace_id: string,
  { query, after, signal }: { query: RunQuery; after?: string | undefined; signal?: AbortSignal },
): Promise<RunListPage> =>
  api.listRuns({ ...toApiQuery(query, Date.now()), workspace_id, limit: PAGE_SIZE, after }, { signal });

/** The cached query for a list of runs, keyed by its filters. */
export const runsQuery = (workspace_id: string, query: RunQuery) =>
  infiniteQueryOptions({
    queryKey: ['runs', workspace_id, formatFilters(query)],
    queryFn: ({ pageParam, signal }) => fetchRuns(workspace_id, { query, after: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const useRuns = (workspace_id: string, query: RunQuery) =>
  useInfiniteQuery({ ...runsQuery(workspace_id, query), placeholderData: keepPreviousData });
