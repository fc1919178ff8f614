import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keepShareToken } from '../../client/api.ts';

const readToken = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? '';

/** The token of the link, which is sent with every request. It stays in the address, so that it can be copied. */
export function useShareToken(): string {
  const router = useRouter();
  const [token] = useState(() => {
    const found = readToken(window.location.hash);
    keepShareToken(found);
    return found;
  });
  useEffect(
    () =>
      router.history.subscribe(() => {
        // the address of the window follows later
        const found = readToken(router.history.location.hash);
        // another link was opened in this tab
        if (found !== token && found !== '') window.location.reload();
        if (found !== '' || token === '') return;
        void router.navigate({
          to: '.',
          search: true,
          hash: `token=${token}`,
          hashScrollIntoView: false,
          replace: true,
          resetScroll: false,
        } as never);
      }),
    [router, token],
  );
  return token;
}
