import type { Activity } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

// poll faster while something is running, because each step of a run changes it
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;

/** What commands are executing in the served folder; undefined until loaded. */
export function useActivities(): readonly Activity[] | undefined {
  const { data } = useQuery({
    queryKey: ['activities'],
    queryFn: ({ signal }) => api.listActivities({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.length ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  return data?.items;
}
