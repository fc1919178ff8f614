import type { SignInOffer } from '@assay/schema/api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Logo } from '../../parts/logo.tsx';
import { keepReturnPath } from '../../session/return-path.ts';
import { type SignInState, useSignIn } from '../../session/use-sign-in.ts';

/** Signs in with an API key, a link or an identity provider. */
export function LoginPage() {
  const [key, setKey] = useState('');
  const { state, signIn } = useSignIn();
  const link = useMutation({
    mutationFn: (token: string) => api.findSignInLink({ token }),
    // the link that the server printed; an owner created any other
    onSuccess: ({ member }, token) => (member === null ? signIn({ token }) : undefined),
  });
  const { mutate: findLink } = link;
  useEffect(() => {
    const follow = () => {
      const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
      if (token === null) return;
      // keep the one-time token out of the URL and the history
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
      findLink(token);
    };
    const query = window.location.search;
    if (isProviderAnswer(query)) {
      window.history.replaceState(window.history.state, '', window.location.pathname);
      void signIn({ oidc_callback: query });
    }
    follow();
    // pasting a link over this page changes only the hash and does not reload
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [signIn, findLink]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void signIn({ api_key: key.trim() });
  };
  return (
    <main className="login">
      <title>Sign in · Assay</title>
      <h1>
        <Logo />
      </h1>
      {link.isSuccess && link.data.member !== null ? (
        <LinkForm offer={link.data} state={state} signIn={() => void signIn({ token: link.variables })} />
      ) : (
        <form className="card login-form" onSubmit={onSubmit}>
          <label htmlFor="api-key">API key</label>
          <input
            id="api-key"
            type="password"
            autoComplete="current-password"
            placeholder="assay_sk_…"
            required
            value={key}
            aria-describedby="login-help"
            onChange={(event) => setKey(event.target.value)}
          />
          <button type="submit" className="primary" disabled={state.status === 'asking'}>
            {state.status === 'asking' ? 'Signing in…' : 'Sign in'}
          </button>
          {state.status === 'refused' ? (
            <p role="alert" className="refused">
              <UntrustedText text={state.reason} />
            </p>
          ) : null}
          <ActionError error={link.error} />
          <ProviderButton />
          <p className="note" id="login-help">
            No key? An owner of your organization can invite you or send you a sign-in link. On the machine of the
            server, <code>assay key create</code> creates a key.
          </p>
        </form>
      )}
    </main>
  );
}

/** Signs in at the identity provider of the server, if it has one. */
function ProviderButton() {
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
function isProviderAnswer(query: string): boolean {
  const fields = new URLSearchParams(query);
  return fields.has('state') && (fields.has('code') || fields.has('error'));
}

interface Props {
  readonly offer: SignInOffer;
  readonly state: SignInState;
  readonly signIn: () => void;
}

/** Follows a sign-in link after a click: whoever sent it chose the organization. */
function LinkForm({ offer: { organization, member }, state, signIn }: Props) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    signIn();
  };
  return (
    <form className="card login-form" onSubmit={onSubmit}>
      <h2>
        Sign in to <bdi>{visibleLine(organization)}</bdi>
      </h2>
      <p className="note">
        As <bdi>{visibleLine(member?.name ?? '')}</bdi>. What you do next happens in this organization.
      </p>
      <button type="submit" className="primary" disabled={state.status === 'asking'}>
        {state.status === 'asking' ? 'Signing in…' : 'Sign in'}
      </button>
      {state.status === 'refused' ? (
        <p role="alert" className="refused">
          <UntrustedText text={state.reason} />
        </p>
      ) : null}
    </form>
  );
}
