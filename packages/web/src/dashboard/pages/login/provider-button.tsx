import { useMutation, useQuery } from '@tanstack/react-query';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { keepReturnPath } from '../../session/return-path.ts';

/** Signs in at the identity provider of the server, if it has one. */
export function ProviderButton() {
  const { data } = useQuery(ask('getSignInOptions'));
  const start = useMutation({
    mutationFn: () => api.startOidcSignIn({}),
    onSuccess: ({ url }) => {
      keepReturnPath(new URLSearchParams(window.location.search).get('to'));
      window.location.assign(url);
    },
  });
  if (data?.oidc == null) return null;
  return (
    <>
      <button type="button" disabled={start.isPending} onClick={() => start.mutate()}>
        Sign in with {data.oidc.host}
      </button>
      <ActionError error={start.error} />
    </>
  );
}

/** Whether a query string is the answer of an identity provider. */
export function isProviderAnswer(query: string): boolean {
  const fields = new URLSearchParams(query);
  return fields.has('state') && (fields.has('code') || fields.has('error'));
}
