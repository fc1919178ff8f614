import type { Session } from '@assay/schema/api';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { api, keepCsrfToken } from '../client/api.ts';

/** Where the session is kept among what was asked for. */
export const SESSION_KEY = ['session'] as const;

const session = {
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> => {
    const found = await api.getSession({}, { signal });
    keepCsrfToken(found.csrf_token);
    return found;
  },
  staleTime: 5 * 60_000,
};

/** The session as it is being asked for. Only the gate needs to know that. */
export const useAskedSession = () => useQuery(session);

/** Who looks. Behind the gate there is always a session. */
export const useSession = (): Session => useSuspenseQuery(session).data;

/** Whether whoever looks may change something. */
export const useMayWrite = (): boolean => useSession().scopes.some((scope) => scope !== 'read');
