import type { LiveSession } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/api.ts';
import { useReload } from '../../parts/use-reload.ts';

// faster while a session runs, because each batch changes it
const BUSY_MS = 2_000;
const IDLE_MS = 5_000;
const GRADED = ['listAgentSessions'] as const;

/** Sessions that send telemetry now, and those that could not be graded. Reloads the list when one was graded. */
export function useLiveSessions(workspace_id: string): readonly LiveSession[] {
  const { data } = useQuery({
    ...ask('listLiveSessions', { workspace_id }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  useReload(GRADED, data && JSON.stringify(data.items.filter((one) => !isRunning(one)).map(sessionKey)));
  return data?.items.filter((one) => isRunning(one) || one.problem !== null) ?? [];
}

export const sessionKey = ({ service, session_id }: LiveSession): string => JSON.stringify([service, session_id]);

const isRunning = ({ is_graded }: LiveSession): boolean => !is_graded;
