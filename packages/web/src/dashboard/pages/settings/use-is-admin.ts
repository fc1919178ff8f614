import { useSession } from '../../session/use-session.ts';

/** Whether the session may change settings. */
export const useIsAdmin = (): boolean => useSession().scopes.includes('admin');
