import type { Activity } from '@assay/schema';
import type { listActivities } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/call.ts';

// while something is going on it changes with every step of a run; before that somebody may begin
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;

/** What commands are doing right now in the folder that is served; undefined until that is known. */
export function useActivities(): readonly Activity[] | undefined {
  const { data } = useQuery({
    queryKey: ['activities'],
    queryFn: ({ signal }) => call<typeof listActivities>('GET', '/v1/activities', { signal }),
    refetchInterval: ({ state }) => (state.data?.items.length ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  return data?.items;
}
