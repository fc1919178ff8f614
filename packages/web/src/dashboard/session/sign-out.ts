import { api } from '../client/api.ts';

/** Ends the session. A full page load clears all cached data. */
export function signOut(): void {
  const leave = async () => {
    await api.endSession();
    window.location.assign('/login');
  };
  void leave();
}
