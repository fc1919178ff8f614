import type { Session } from '@assay/schema/api';
import { type QueryFunctionContext, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { api, keepCsrfToken } from '../client/api.ts';
import { SESSION_KEY } from '../client/session-key.ts';

const session = {
  queryKey: SESSION_KEY,
  queryFn: async ({ signal, client }: QueryFunctionContext): Promise<Session> => {
    const found = await api.getSession({}, { signal });
    const shown = client.getQueryData<Session>(SESSION_KEY);
    if (shown !== undefined && shown.organization_id !== found.organization_id) {
      // another tab switched: with the new token, the forms of this page would change the other organization
      window.location.reload();
      return shown;
    }
    keepCsrfToken(found.csrf_token);
    return found;
  },
  staleTime: 5 * 60_000,
  // people switch in one tab and come back to another
  refetchOnWindowFocus: 'always' as const,
};

/** The session query with its state. Only the gate needs it. */
export const useSessionQuery = () => useQuery(session);

/** The current session. Inside the gate there is always one. */
export const useSession = (): Session => useSuspenseQuery(session).data;

/** Whether the session has more than the read scope. */
export const useCanWrite = (): boolean => useSession().scopes.some((scope) => scope !== 'read');
