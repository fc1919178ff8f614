import type { Session } from '@assay/schema/api';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { api, keepCsrfToken } from '../client/api.ts';
import { SESSION_KEY } from '../client/session-key.ts';

const session = {
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> => {
    const found = await api.getSession({}, { signal });
    keepCsrfToken(found.csrf_token);
    return found;
  },
  staleTime: 5 * 60_000,
};

/** The session query with its state. Only the gate needs it. */
export const useSessionQuery = () => useQuery(session);

/** The current session. Inside the gate there is always one. */
export const useSession = (): Session => useSuspenseQuery(session).data;

/** Whether the session has more than the read scope. */
export const useCanWrite = (): boolean => useSession().scopes.some((scope) => scope !== 'read');
