import { useSession } from '../../session/use-session.ts';

/** Whether whoever looks may change settings. */
export const useIsAdmin = (): boolean => useSession().scopes.includes('admin');
