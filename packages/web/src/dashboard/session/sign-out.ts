import { api } from '../client/api.ts';

/** Ends the session. The page is left for good, so that nothing of what was seen in it stays. */
export function signOut(): void {
  const leave = async () => {
    await api.endSession();
    window.location.assign('/login');
  };
  void leave();
}
