import type { LiveSession } from '@assay/schema/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../client/api.ts';

// faster while a session runs, because each batch changes it
const BUSY_MS = 2_000;
const IDLE_MS = 5_000;

/** Sessions that send telemetry now, and those that could not be graded. Reloads the list when one was graded. */
export function useLiveSessions(workspace_id: string): readonly LiveSession[] {
  const client = useQueryClient();
  const { data } = useQuery({
    ...ask('listLiveSessions', { workspace_id }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  const graded = data && JSON.stringify(data.items.filter((one) => !isRunning(one)).map(sessionKey));
  const before = useRef(graded);
  useEffect(() => {
    if (before.current !== undefined && before.current !== graded)
      void client.invalidateQueries({ queryKey: ['listAgentSessions'] });
    before.current = graded;
  }, [client, graded]);
  return data?.items.filter((one) => isRunning(one) || one.problem !== null) ?? [];
}

export const sessionKey = ({ service, session_id }: LiveSession): string => JSON.stringify([service, session_id]);

const isRunning = ({ is_graded }: LiveSession): boolean => !is_graded;
