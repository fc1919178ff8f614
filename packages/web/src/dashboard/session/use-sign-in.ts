import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, keepCsrfToken } from '../client/api.ts';
import { describeProblem } from '../client/request-problem.ts';
import { SESSION_KEY } from '../client/session-key.ts';
import { readSearchText, type Search } from '../search.ts';
import { takeReturnPath } from './return-path.ts';

type Credentials = Parameters<typeof api.createSession>[0];

/** The state of a sign-in. */
export type SignInState =
  | { readonly status: 'idle' | 'asking' }
  | { readonly status: 'refused'; readonly reason: string };

/** Signs in, then returns to the page that was asked for. */
export function useSignIn() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const asked = readSearchText(useSearch({ strict: false }) as Search, 'to');
  const [state, setState] = useState<SignInState>({ status: 'idle' });
  const [signIn] = useState(() => async (body: Credentials) => {
    setState({ status: 'asking' });
    try {
      const session = await api.createSession(body);
      keepCsrfToken(session.csrf_token);
      queries.clear();
      queries.setQueryData(SESSION_KEY, session);
      await navigate({ to: whereTo('oidc_callback' in body ? takeReturnPath() : asked), replace: true });
    } catch (fault) {
      setState({ status: 'refused', reason: describeProblem(fault) });
    }
  });
  return { state, signIn };
}

/** Allows only paths of this dashboard: `//host` would lead to another site. */
const whereTo = (to: string | undefined): string => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/');
