import type { Activity } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

// while something is going on it changes with every step of a run; before that somebody may begin
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;

/** What commands are doing right now in the folder that is served; undefined until that is known. */
export function useActivities(): readonly Activity[] | undefined {
  const { data } = useQuery({
    queryKey: ['activities'],
    queryFn: ({ signal }) => api.listActivities({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.length ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  return data?.items;
}
