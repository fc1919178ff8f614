import type { Activity } from '@assay/schema';
import type { listActivities } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/call.ts';

// what is shown changes with every step of a run
const EVERY_MS = 1_000;

/** What commands are doing right now in the folder that is served; undefined until that is known. */
export function useActivities(): readonly Activity[] | undefined {
  const { data } = useQuery({
    queryKey: ['activities'],
    queryFn: ({ signal }) => call<typeof listActivities>('GET', '/v1/activities', { signal }),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  return data?.items;
}
