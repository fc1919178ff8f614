import type { endSession } from '@assay/schema/api';
import { call } from '../client/call.ts';

/** Ends the session. A full page load clears all cached data. */
export function signOut(): void {
  const leave = async () => {
    await call<typeof endSession>('DELETE', '/v1/session');
    window.location.assign('/login');
  };
  void leave();
}
