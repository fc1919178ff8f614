import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { api, keepCsrfToken } from '../../client/api.ts';
import { describeProblem } from '../../client/request-problem.ts';
import { Logo } from '../../parts/logo.tsx';
import { readSearchText, type Search } from '../../search.ts';
import { SESSION_KEY } from '../../session/use-session.ts';

type Credentials = { readonly api_key: string } | { readonly token: string };

/** Signs in with an API key or the link that `assay serve` printed. */
export function LoginPage() {
  const [key, setKey] = useState('');
  const { state, signIn } = useSignIn();
  useEffect(() => {
    const follow = () => {
      const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
      if (token === null) return;
      // keep the one-time token out of the URL and the history
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
      void signIn({ token });
    };
    follow();
    // pasting a link over this page changes only the hash and does not reload
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [signIn]);

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
        <p className="note" id="login-help">
          No key? <code>assay serve</code> prints a one-time sign-in link; <code>assay key create</code> creates a key.
        </p>
      </form>
    </main>
  );
}

type SignIn = { readonly status: 'idle' | 'asking' } | { readonly status: 'refused'; readonly reason: string };

function useSignIn() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = whereTo(readSearchText(useSearch({ strict: false }) as Search, 'to'));
  const [state, setState] = useState<SignIn>({ status: 'idle' });
  const [signIn] = useState(() => async (body: Credentials) => {
    setState({ status: 'asking' });
    try {
      const session = await api.createSession(body);
      keepCsrfToken(session.csrf_token);
      queries.clear();
      queries.setQueryData(SESSION_KEY, session);
      await navigate({ to, replace: true });
    } catch (fault) {
      setState({ status: 'refused', reason: describeProblem(fault) });
    }
  });
  return { state, signIn };
}

/** Allows only paths of this dashboard: `//host` would lead to another site. */
const whereTo = (to: string | undefined): string => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/runs');
