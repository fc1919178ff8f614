import { useMutation } from '@tanstack/react-query';
import { openNewestSession } from '../client/api.ts';
import { isSignedOut } from '../client/request-problem.ts';

/** Ends the session. A full page load clears all cached data. */
export const useSignOut = () =>
  useMutation({
    mutationFn: async () => {
      try {
        await (await openNewestSession()).endSession();
      } catch (error) {
        if (!isSignedOut(error)) throw error;
      }
    },
    onSuccess: () => window.location.assign('/login'),
  });
