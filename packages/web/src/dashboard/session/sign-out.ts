import type { endSession } from '@assay/schema/api';
import { call } from '../client/call.ts';

/** Ends the session. The page is left for good, so that nothing of what was seen in it stays. */
export function signOut(): void {
  const leave = async () => {
    await call<typeof endSession>('DELETE', '/v1/session');
    window.location.assign('/login');
  };
  void leave();
}
