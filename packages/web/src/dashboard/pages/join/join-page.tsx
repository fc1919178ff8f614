import type { InvitationOffer } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { describeProblem } from '../../client/request-problem.ts';
import { Logo } from '../../parts/logo.tsx';
import { useSignIn } from '../../session/use-sign-in.ts';
import { Loading } from '../../states/loading.tsx';

/** Accepts an invitation, after a click. */
export function JoinPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const { data: offer, error } = useQuery({ ...ask('findInvitation', { token }), enabled: token !== '', retry: false });
  return (
    <main className="login">
      <title>Join · Assay</title>
      <h1>
        <Logo />
      </h1>
      <div className="card login-form">
        {offer !== undefined ? (
          <JoinForm token={token} offer={offer} />
        ) : error !== null || token === '' ? (
          <>
            <p role="alert" className="refused">
              <UntrustedText
                text={error === null ? 'This link has no invitation. Copy all of it.' : describeProblem(error)}
              />
            </p>
            <p className="note">
              Already a member? <Link to="/login">Sign in</Link>
            </p>
          </>
        ) : (
          <Loading what="the invitation" />
        )}
      </div>
    </main>
  );
}

const ROLES = {
  viewer: 'You can view everything.',
  editor: 'You can view everything and start runs.',
  owner: 'You can do everything, including settings and members.',
};

function JoinForm({ token, offer }: { readonly token: string; readonly offer: InvitationOffer }) {
  const [name, setName] = useState('');
  const { state, signIn } = useSignIn();
  const organization = visibleLine(offer.organization);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void signIn({ invitation: token, name });
  };
  return (
    <form className="login-form" onSubmit={onSubmit}>
      <h2>
        Join <bdi>{organization}</bdi>
      </h2>
      <p className="note">
        As {offer.role}: {ROLES[offer.role]} The invitation works once, until {formatInstant(offer.expires_at)}.
      </p>
      <label htmlFor="name">Your name</label>
      <input
        id="name"
        type="text"
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="primary" disabled={state.status === 'asking'}>
        {state.status === 'asking' ? 'Joining…' : 'Join'}
      </button>
      {state.status === 'refused' ? (
        <p role="alert" className="refused">
          <UntrustedText text={state.reason} />
        </p>
      ) : null}
    </form>
  );
}
